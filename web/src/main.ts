import './theme/base.css';

import { mount } from 'svelte';

import App from './app/App.svelte';
import { showLanguage } from './i18n';
import { showTheme } from './theme/theme.svelte';

showTheme();
showLanguage();
mount(App, { target: document.getElementById('app') as HTMLElement });
