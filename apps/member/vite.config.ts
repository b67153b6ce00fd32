import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chartParts } from './build/chart-parts.ts'
import { lateStyles } from './build/late-styles.ts'
import { licences } from './build/licences.ts'
import { policyHashes } from './build/policy-hashes.ts'
import { precompress } from './build/precompress.ts'
import { preloads } from './build/preloads.ts'
import { serviceWorker } from './build/service-worker.ts'

// The API a development server hands /api to; a production build is served by the API itself.
const api = process.env['FAIRLOT_API'] ?? 'http://localhost:8080'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const entryParts = [
  /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
  /\/packages\/ui\/src\/(Icon|icons|cx)\b/,
  /\/packages\/ui\/src\/(frame|states)\//,
  /\/packages\/ui\/src\/(layers\/(Dialog|Toast)|controls\/(Button|IconButton|TextLink)|content\/(Card|Note))\b/,
  /\/packages\/ui\/src\/tokens\.css/,
  /\/src\/features\/.*\/texts\/index\b/,
  /\/src\/shell\/(?!texts\/(tw|en)|data|paged|Answered|format|amounts|search|send-once|version|SiteLogo)/,
]
const isEntryPart = (id: string) => entryParts.some((part) => part.test(id))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    chartParts(),
    preloads(),
    lateStyles(),
    licences(),
    policyHashes(),
    serviceWorker(),
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
    // Every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the entry needs comes as one file: twenty small ones cost a phone more than the bytes they save.
          groups: [{ name: 'shell', test: isEntryPart }],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/live': { target: api, ws: true } } },
})
