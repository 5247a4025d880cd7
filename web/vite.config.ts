import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { pageOfTables } from './src/app/build.ts';
import { buildOfWorker } from './src/worker/build.ts';

const server = process.env['SIGUO_SERVER'] ?? 'http://127.0.0.1:8080';

/**
 * Scripts of their own: the worker, and the few lines that begin. Those ask the server, and where a question comes from is found out
 * by reading the script on top once more.
 */
const ALONE = /\/src\/(worker\/(sw|plan|window)|main)\.ts$|\/index\.html$/;
/** What several pages are made of. */
const PARTS = /\/src\/(access\/(?!Keys)|arrange\/|game\/|layout\/|app\/shelf|table\/(Board|Square)\.)/;
/** A page and what sounds beside it. */
const TABLE = /\/src\/(app\/pages\/Table|sound\/Ears)\.svelte$/;

export default defineConfig({
  plugins: [svelte(), pageOfTables(), buildOfWorker('public')],
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  server: {
    proxy: {
      // The host stays the page's own: the server refuses what comes from another origin.
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true, changeOrigin: false },
    },
  },
  build: {
    target: 'es2022',
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker/sw.ts' },
      output: {
        // The worker's address stays the same from build to build.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // What the first page needs is one file, whatever else needs parts of it.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], test: (id) => !ALONE.test(id) },
            { name: 'parts', test: PARTS, minShareCount: 2 },
            { name: 'table', test: TABLE },
          ],
        },
      },
    },
  },
  // A test fails for what is wrong, not for a busy machine.
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
