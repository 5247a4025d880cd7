/** What a page does though the server's Content-Security-Policy forbids it. */

import type { Browser, BrowserContext } from '@playwright/test';

const FORBIDDEN = /Content Security Policy|requires 'Trusted/;

/** Listens to all pages of contexts that are opened from now on, until `end` says what was heard. */
export function watchPolicy(browser: Browser): { readonly end: () => readonly string[] } {
  const heard: string[] = [];
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options): Promise<BrowserContext> => {
    const context = await open(options);
    context.on('console', (message) => {
      const { url } = message.location();
      // What has no place is the test's own doing: a picture hides the cursor by a style of its own.
      if (FORBIDDEN.test(message.text()) && url !== '') heard.push(`${url}: ${message.text()}`);
    });
    return context;
  };
  return {
    end: () => {
      browser.newContext = open;
      return heard;
    },
  };
}
