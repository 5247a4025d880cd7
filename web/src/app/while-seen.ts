/** Does something again and again while somebody sees the page, and at once when it is seen again. */
export function whileSeen(act: () => void, everyMs: number): () => void {
  const look = (): void => {
    if (document.visibilityState === 'visible') act();
  };
  const timer = setInterval(look, everyMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
