/** The server's time as a value that the screen follows, for clocks that run. */

const EVERY_MS = 200;

/** Call while a component is set up; ticks until it is taken down. */
export function ticking(now: () => number): { readonly now: number } {
  let value = $state(now());
  $effect(() => {
    const timer = setInterval(() => (value = now()), EVERY_MS);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return value;
    },
  };
}

/** Seconds left, rounded up so that 1 is shown until the very end. */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}
