import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chartParts } from '@fairlot/vite-plugins/chart-parts'
import { lateStyles } from '@fairlot/vite-plugins/late-styles'
import { licences } from '@fairlot/vite-plugins/licences'
import { policyHashes } from '@fairlot/vite-plugins/policy-hashes'
import { precompress } from '@fairlot/vite-plugins/precompress'
import { preloads } from '@fairlot/vite-plugins/preloads'
import { serviceWorker } from '@fairlot/vite-plugins/service-worker'
import { testPages } from '@fairlot/vite-plugins/test-pages'

// The API a development server hands /api to; a production build is served by the API itself.
const api = process.env['FAIRLOT_API'] ?? 'http://localhost:8080'

const root = resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}

// What the first screen needs, and what half of the screens need: in the entry it is loaded once and in no list of a route.
const entryParts = [
  /\/node_modules\/(react|react-dom|scheduler)\//,
  /\/packages\/ui\/src\/(Icon|icons|cx)\b/,
  /\/packages\/ui\/src\/(frame|states)\//,
  /\/packages\/ui\/src\/(layers\/(Dialog|Toast)|controls\/(Button|IconButton|TextLink)|content\/(Card|Note|Row|StatusChip))\b/,
  /\/packages\/money\/src\/(format|quantities)\b/,
  /\/packages\/ui\/src\/tokens\.css/,
  /\/packages\/app-shell\/src\/(?!reads|paged-reads|qr|browser-tools|push)/,
  /\/packages\/rules\/src\/calendar\/taipei\b/,
  /\/src\/features\/.*\/texts\/index\b/,
  /\/src\/features\/market-data\/lists\/figures\b/,
  /\/src\/shell\/(?!texts\/(tw|en)|data|paged|amounts|send-once|restricted|live|version|native\/(?!port)|SiteLogo|WrittenText|Highlight|HelpRow|late-texts|install-prompt|share-target)/,
]
const isEntryPart = (id: string) => entryParts.some((part) => part.test(id))

/**
 * What most screens share: left alone, it is a hundred files of a few hundred bytes, and each costs a phone a request, a
 * module and a style sheet. A group takes only what its test names, so that nothing of the entry moves into it.
 */
const sharedParts = [
  {
    name: 'data',
    test: /\/@tanstack\/|\/app-shell\/src\/reads|\/contract\/src\/live\/socket|\/src\/shell\/(data|amounts)\.|\/src\/shell\/live\/(?!read-frame)/,
  },
  { name: 'ui', test: /\/packages\/ui\/src\/(?!fonts)/ },
  {
    name: 'quotes',
    test: /\/market-data\/(live|lists)\/(hooks|live-row|quotes|flash|tape|app-quotes|use-staleness|use-flash)\.|\/favourites\/group-name/,
  },
  {
    name: 'figures',
    test: /\/features\/figures\/(DayResult|FigureAmount|HowButton|use-figures|Figures\.module)\b/,
  },
]

/** What the pages that members open first need, in addition to the entry. */
const firstPages = {
  '/home/index': [
    '/site/home/HomeScreen.tsx',
    '/site/home/texts/{language}.ts',
    '/market-data/lists/texts/{language}.ts',
    '/notices/texts/{language}.ts',
    '/members/AssetsHero.tsx',
    '/members/texts/{language}.ts',
    '/figures/texts/{language}.ts',
    '/new-shares/texts/{language}.ts',
    '/new-shares/home/SubscribeCard.tsx',
  ],
  '/market/market': ['/market-data/lists/MarketScreen.tsx', '/market-data/lists/texts/{language}.ts'],
  '/market/marketDetail': ['/market-data/detail/DetailScreen.tsx', '/market-data/detail/texts/{language}.ts'],
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    chartParts(),
    testPages(process.env['VITE_GALLERY'] === '1' ? join(root, 'tests/e2e/gallery/pages.ts') : undefined),
    preloads({
      shell: ['/shell/texts/{language}.ts'],
      start: ['/features/auth/texts/{language}.ts', '/features/auth/StartScreen.tsx'],
      pages: firstPages,
    }),
    lateStyles(),
    licences('apps/member'),
    // See packages/app-shell/src/worker-url.ts.
    policyHashes(['fairlot-service-worker']),
    serviceWorker(new URL('./src/service-worker.ts', import.meta.url)),
    // Two thirds of a build; npm run mutate makes many and measures no size.
    process.env['VITE_PLAIN'] === '1' ? undefined : precompress(),
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
        // The entry lists every file it may load: nothing compresses their hashes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          // What the entry needs comes as one file: twenty small ones cost a phone more than the bytes they save.
          groups: [
            { name: 'shell', test: isEntryPart },
            ...sharedParts.map((part) => ({ ...part, includeDependenciesRecursively: false })),
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/live': { target: api, ws: true } } },
})
