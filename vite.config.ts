/**
 * One build, two halves: the SPA (root `src/web`) into `dist/web`, and the server into
 * `dist/server`, whose dependencies stay in node_modules.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: path('src/web'),
  publicDir: path('public'),
  envDir: path('.'),
  plugins: [react()],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: path('dist/web'),
        emptyOutDir: true,
        manifest: true,
        target: 'es2022',
        rolldownOptions: { input: path('src/web/index.html') },
      },
    },
    server: {
      consumer: 'server',
      resolve: { external: true },
      build: {
        outDir: path('dist/server'),
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: {
          input: {
            start: path('src/server/start.ts'),
            startProduction: path('src/server/startProduction.ts'),
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
        },
      },
    },
  },
});
