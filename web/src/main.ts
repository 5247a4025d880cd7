import './theme/base.css';

import { mount } from 'svelte';

import { session } from './api/session.svelte';
import App from './app/App.svelte';
import { pageOf } from './app/page-files';
import { route } from './app/router.svelte';
import { showLanguage } from './i18n';
import { showTheme } from './theme/theme.svelte';
import { keepFiles } from './worker/register';

const page = route();
// Who one is and the page's own file are asked for while the page is built. Whoever needs them asks again, and says what went wrong.
const parts = Promise.allSettled([page.t === 'gallery' ? null : session.admit(), pageOf(page)]);

showTheme();
showLanguage();
keepFiles(parts);
mount(App, { target: document.getElementById('app') as HTMLElement });
