/** Which of the open windows is shown when a notice is clicked on. */

export interface Open {
  readonly url: string;
  readonly focused: boolean;
}

/** One that is there already, else any: the client finds the way from page to page without being loaded again. */
export function windowFor<T extends Open>(windows: readonly T[], page: string): T | null {
  const there = windows.find(({ url }) => new URL(url).pathname === page);
  return there ?? windows.find(({ focused }) => focused) ?? windows[0] ?? null;
}
