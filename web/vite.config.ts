import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env['SIGUO_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  server: {
    proxy: {
      // The host stays the page's own: the server refuses what comes from another origin.
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true, changeOrigin: false },
    },
  },
  build: { target: 'es2022' },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
