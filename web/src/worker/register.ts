/** Has the browser keep the client's files; without it everything works as well, only not without a server. */

const WORKER = '/sw.js';

/** Of the browser's own types: TypeScript doesn't know them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(url: string): string };
}

export function keepFiles(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // What the page itself needs comes first.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(trusted(), { updateViaCache: 'none' }).catch(() => undefined);
  });
}

/** The worker's address, as the Content-Security-Policy of the server wants it: from a policy of that name, which knows no other. */
function trusted(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return (
    trustedTypes?.createPolicy('siguo-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER) ??
    WORKER
  );
}
