// The icons of the installed app, drawn from public/favicon.svg: `npm run icons` after the mark has changed.

import { readFileSync } from 'node:fs';
import process from 'node:process';

import { chromium } from '@playwright/test';

const PAPER = '#fffdf8';
const ICONS = [
  { name: 'icon-180', size: 180, part: 1, corners: 'square' },
  { name: 'icon-192', size: 192, part: 1, corners: 'round' },
  { name: 'icon-512', size: 512, part: 1, corners: 'round' },
  // A mask may cut off all outside the inner four fifths.
  { name: 'icon-maskable-512', size: 512, part: 0.8, corners: 'square' },
];

const mark = readFileSync('public/favicon.svg', 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.SIGUO_CHROMIUM ?? '/usr/bin/chromium',
});
for (const { name, size, part, corners } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const ground = corners === 'square' ? PAPER : 'transparent';
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">
      <div style="width:${part * 100}%;height:${part * 100}%">${mark}</div>`,
  );
  await page.screenshot({ path: `public/${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
