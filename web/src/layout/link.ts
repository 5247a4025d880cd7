/** A layout in an address: `/layouts#3334…`, its codes without spaces. What stands behind `#` never reaches a server. */

const SPOTS = 30;

export function layoutHash(text: string): string {
  return `#${text.replace(/[\s/]+/g, '')}`;
}

/** The layout's text, which may still have faults; null if the address holds none. */
export function layoutOfHash(hash: string): string | null {
  const codes = /^#((?:\d\d|--)+)$/.exec(hash)?.[1]?.match(/../g) ?? [];
  if (codes.length !== SPOTS) return null;
  return [0, 5, 10, 15, 20, 25].map((row) => codes.slice(row, row + 5).join(' ')).join(' / ');
}
