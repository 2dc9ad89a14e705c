import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { land } from './build/land.js';
import { precompress } from './build/precompress.js';
import { themeScript } from './build/theme-script.js';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/app/generated/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    themeScript(),
    land(),
    precompress(),
  ],
  build: {
    // The policy of the page allows no data: addresses.
    assetsInlineLimit: 0,
    manifest: true,
    target: 'es2022',
    // Older ones know no light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: { '^/(v1|docs|oauth|signin|signout|signup|account|password|portal|openapi.json)': 'http://127.0.0.1:3000' },
  },
});
