/** Has the browser keep the client's files; without it everything works as well, only not without a server. */

const WORKER = '/sw.js';
/** A hundred files at once would stand in the way of what the page asks for in its first moments. */
const AFTER_MS = 2_000;

/** Of the browser's own types: TypeScript doesn't know them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(url: string): string };
}

/** `there` is when the page has its parts. */
export function keepFiles(there: Promise<unknown>): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register(trusted(), { updateViaCache: 'none' }).catch(() => undefined);
  };
  void there.then(() => setTimeout(register, AFTER_MS));
}

/** The worker's address, as the Content-Security-Policy of the server wants it: from a policy of that name, which knows no other. */
function trusted(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return (
    trustedTypes?.createPolicy('siguo-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER) ??
    WORKER
  );
}
