/** What the first page needs comes at once; the rest when it is asked for. */

import type { Component } from 'svelte';

import type { Route } from './routes';

/** The page's own file; null where what the first page needs is enough. */
export function pageOf(route: Route): Promise<{ default: Component<never> }> | null {
  switch (route.t) {
    case 'lobby':
    case 'missing':
      return null;
    case 'table':
      return import('./pages/Table.svelte');
    case 'login':
    case 'register':
      return import('./pages/Login.svelte');
    case 'leaderboard':
      return import('./pages/Leaderboard.svelte');
    case 'player':
      return import('./pages/Player.svelte');
    case 'people':
      return import('./pages/People.svelte');
    case 'account':
      return import('./pages/Account.svelte');
    case 'pair':
      return import('./pages/Pair.svelte');
    case 'game':
      return import('./pages/Game.svelte');
    case 'learn':
      return import('../learn/Learn.svelte');
    case 'rules':
      return import('../guide/Rules.svelte');
    case 'glossary':
      return import('../guide/Glossary.svelte');
    case 'scores':
      return import('../guide/Scores.svelte');
    case 'replay':
      return import('./pages/Replay.svelte');
    case 'layouts':
      return import('./pages/Layouts.svelte');
    case 'gallery':
      return import('../gallery/Gallery.svelte');
  }
}
