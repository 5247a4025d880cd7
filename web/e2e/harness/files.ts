/** Files that come to a page and go from it. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Download, JSHandle, Page } from '@playwright/test';

function carried(page: Page, name: string, bytes: Uint8Array): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    ([name, bytes]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], name));
      return data;
    },
    [name, [...bytes]] as const,
  );
}

/** A file is held over the page. */
export async function hold(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.dispatchEvent('main', 'dragover', { dataTransfer: await carried(page, name, bytes) });
}

/** A file falls on the page; whether the page kept the browser from opening it itself. */
export async function drop(page: Page, name: string, bytes: Uint8Array): Promise<boolean> {
  const data = await carried(page, name, bytes);
  return page.evaluate(
    (dataTransfer) =>
      !(document.querySelector('main') as Element).dispatchEvent(
        new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
      ),
    data,
  );
}

export async function contentOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A record of the vectors, without what they check it by. */
export function vectorRecord(file: string, line: number): Record<string, unknown> {
  const lines = readFileSync(resolve(import.meta.dirname, '../../../vectors', file), 'utf8').split('\n');
  const whole = JSON.parse(lines[line] ?? '') as Record<string, unknown>;
  const checks = ['trace', 'views', 'refused', 'next'];
  return Object.fromEntries(Object.entries(whole).filter(([field]) => !checks.includes(field)));
}
