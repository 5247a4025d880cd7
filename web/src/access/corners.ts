/** Ways of the keyboard between the board and the parts around it. */

import type { Corner } from './teller';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

/** Focuses the first thing that can be used in a part of the table; a part behind a tab is shown first. */
export function goTo(root: ParentNode, corner: Corner): void {
  const part = root.querySelector(`[data-corner="${corner}"]`);
  if (part === null) return;
  if (!shown(part)) root.querySelector<HTMLElement>(`[role="tab"][data-for="${corner}"]`)?.click();
  // What a tab shows is there after the next frame.
  requestAnimationFrame(() => {
    const all = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(shown);
    const first = all.find((one) => one.matches('input:not([type="checkbox"])')) ?? all[0];
    first?.focus();
  });
}

/** Back to the point of the board where the keyboard was. */
export function goToBoard(root: ParentNode): void {
  root.querySelector<SVGElement>('[data-point][tabindex="0"]')?.focus({ preventScroll: true });
}

function shown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
