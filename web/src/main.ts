import './theme/base.css';

import { mount } from 'svelte';

import App from './app/App.svelte';
import { showLanguage } from './i18n';
import { showTheme } from './theme/theme.svelte';
import { keepFiles } from './worker/register';

showTheme();
showLanguage();
keepFiles();
mount(App, { target: document.getElementById('app') as HTMLElement });
