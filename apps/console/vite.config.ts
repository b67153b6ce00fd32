import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { policyHashes } from '@fairlot/vite-plugins/policy-hashes'
import { precompress } from '@fairlot/vite-plugins/precompress'
import { serviceWorker } from '@fairlot/vite-plugins/service-worker'

// The console's API a development server hands /api to; a production build is served by the console role itself.
const api = process.env['FAIRLOT_CONSOLE_API'] ?? 'http://localhost:8082'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    // The console's only Trusted Types policy: packages/app-shell/src/worker-url.ts.
    policyHashes(['fairlot-service-worker']),
    serviceWorker(new URL('./src/service-worker.ts', import.meta.url)),
    precompress(),
  ],
  define: { 'import.meta.env.VERSION': JSON.stringify(version) },
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    // Inlined assets would need `data:` in the browser policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': api } },
})
