import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { buildOfWorker } from './src/worker/build.ts';

const server = process.env['SIGUO_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), buildOfWorker('public')],
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
        // What the first page needs is one file, whatever else needs parts of it; the worker is a file of its own.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], test: (id) => !/\/worker\/(sw|plan|window)\.ts$/.test(id) },
          ],
        },
      },
    },
  },
  // A test fails for what is wrong, not for a busy machine.
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
