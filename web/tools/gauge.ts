/** What is measured inside the page. Each function is carried into it whole, so it uses nothing of this file. */

/** The frame, counted from the arrival of a move, that shows it, and the milliseconds until that frame was made. */
export interface Drawn {
  readonly frames: number;
  readonly ms: number;
}

/** What came about in a page since the last `begin`. */
export interface Findings {
  readonly drawn: readonly Drawn[];
  /** The length of each task over 50 ms. */
  readonly longTasks: readonly number[];
  /** The sum of all layout shifts, those after a click among them. */
  readonly shift: number;
}

/** When a page was first painted and when it could be used, in milliseconds from its navigation. */
export interface Load {
  readonly paint: number;
  readonly usable: number;
}

declare global {
  interface Window {
    gauge: { begin: () => void; findings: () => Findings };
  }
}

/** Before the page's own scripts: listens to its sockets, its tasks and its layout. */
export function install(): void {
  let drawn: Drawn[] = [];
  let longTasks: number[] = [];
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift' });

  const way = (): string | null =>
    document.querySelector('.siguo-board .under .way')?.getAttribute('d') ?? null;

  /** Hears a frame before the client does. The way of the last move tells whether the board has drawn it. */
  function heard({ data }: MessageEvent): void {
    const arrived = performance.now();
    const frame = JSON.parse(String(data));
    if (frame.t !== 'event' || frame.d.event.action.t !== 'move') return;
    const before = way();
    let frames = 0;
    const look = (): void => {
      frames += 1;
      if (way() === before) requestAnimationFrame(look);
      else afterFrame(() => drawn.push({ frames, ms: performance.now() - arrived }));
    };
    requestAnimationFrame(look);
  }

  /** The first task after the frame that is being made. */
  function afterFrame(then: () => void): void {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(null);
  }

  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      this.addEventListener('message', heard);
    }
  };
  window.gauge = {
    begin: () => {
      drawn = [];
      longTasks = [];
      shift = 0;
    },
    findings: () => ({ drawn, longTasks, shift }),
  };
}

/** In a page that loads: clicks what is to be used as soon as it can be, and waits for what the click brings about. */
export async function use([wanted, brings]: readonly [wanted: string, brings: string]): Promise<Load> {
  const [selector, text] = wanted.split(' | ') as [string, string];
  while (document.querySelector(brings) === null) {
    const there = [...document.querySelectorAll(selector)].find((one) =>
      `${one.textContent} ${one.getAttribute('aria-label')}`.includes(text),
    );
    if (there !== undefined && !there.matches(':disabled'))
      there.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    await new Promise(requestAnimationFrame);
  }
  const usable = performance.now();
  // Told only once the frame is on the screen.
  for (;;) {
    const [first] = performance.getEntriesByName('first-contentful-paint');
    if (first !== undefined) return { paint: first.startTime, usable };
    await new Promise(requestAnimationFrame);
  }
}

/** How long a fixed piece of work takes here at best: tells whether the processor is slowed down. */
export function work(): number {
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    let sum = 0;
    for (let index = 0; index < 10_000_000; index += 1) sum = (sum * 31 + index) % 65_537;
    return sum < 0 ? Infinity : performance.now() - begun;
  });
  return Math.min(...times);
}
