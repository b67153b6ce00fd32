// The import rules of docs/architecture/boundaries.md. One rule, one name, one reason.
// Each has a planted violation in tests/walls/boundaries.test.ts.

/** What both apps of a browser may import. */
const browser = [
  'packages/money',
  'packages/contract',
  'packages/rules',
  'packages/proof',
  'packages/ui',
  'packages/app-shell',
]

/** Which workspaces a workspace may import. */
const layers = {
  'packages/money': [],
  'packages/proof': [],
  'packages/contract': ['packages/money'],
  'packages/rules': ['packages/money', 'packages/contract'],
  'packages/engine': ['packages/money', 'packages/contract', 'packages/rules'],
  'packages/ledger': ['packages/money'],
  'packages/ui': ['packages/money'],
  'packages/process': [],
  'packages/app-shell': ['packages/contract', 'packages/proof', 'packages/ui'],
  'packages/vite-plugins': [],
  'packages/testkit': [
    'packages/money',
    'packages/contract',
    'packages/rules',
    'packages/ledger',
    'packages/proof',
    'packages/engine',
  ],
  database: [],
  'apps/exchange': [
    'packages/money',
    'packages/contract',
    'packages/engine',
    'packages/proof',
    'packages/process',
  ],
  'apps/practice': [
    'packages/money',
    'packages/contract',
    'packages/rules',
    'packages/proof',
    'packages/process',
  ],
  'apps/server': [
    'database',
    'packages/money',
    'packages/contract',
    'packages/rules',
    'packages/ledger',
    'packages/proof',
    'packages/process',
  ],
  'apps/member': browser,
  'apps/console': browser,
}
const tests = '[.](test|spec)[.]tsx?$'
/** Folders that only tests use, beside the code they serve. */
const testSupport = '/(testing|fixtures)/'
/** What runs when the app is built, not in it. */
const viteConfig = '^apps/[^/]+/vite[.]config[.]ts$'
const buildTime = `^apps/[^/]+/scripts/|${viteConfig}|^packages/vite-plugins/`
const npm = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown']

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'A cycle has no bottom to read from. A circle of types alone is one too: give them their own file.',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(layers).map(([workspace, allowed]) => ({
      name: `layer:${workspace}`,
      severity: 'error',
      comment: `${workspace} may import only ${allowed.join(', ') || 'nothing of ours'}.`,
      from: { path: `^${workspace}/`, pathNot: [tests, testSupport, viteConfig] },
      to: {
        path: '^(apps|packages|database|scripts|tests)/',
        pathNot: `^(${[workspace, ...allowed].join('|')})/`,
      },
    })),
    {
      name: 'feature-index-only',
      severity: 'error',
      comment: 'Another feature is reached by its index.ts only.',
      from: {
        // Not rules: there costs, margin and day trading are one web of pure functions, and imports through an index would be circular.
        path: '^(apps/(?:server|member|console)/src/features|packages/contract/src)/([^/]+)/',
        pathNot: [tests, testSupport, '/pages[.]ts$'],
      },
      to: { path: '^$1/[^/]+/', pathNot: '^$1/($2/|catalogue/|venue/|[^/]+/index[.]ts$)' },
    },
    {
      name: 'pages-name-texts',
      severity: 'error',
      comment: 'The list of pages is in the first download: of another feature it may name the texts only.',
      from: { path: '^(apps/(?:member|console)/src/features)/([^/]+)/pages[.]ts$' },
      to: { path: '^$1/[^/]+/', pathNot: '^$1/($2/|[^/]+/index[.]ts$|.*/texts/index[.]ts$)' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      comment: 'The platform has no business words; features stand on it.',
      from: { path: '^apps/server/src/platform/', pathNot: [tests, testSupport] },
      to: { path: '^apps/server/src/(features|roles)/' },
    },
    {
      name: 'live-knows-no-feature',
      severity: 'error',
      comment: 'Every feature records member events in live; what it needs of prices is its own interface.',
      from: { path: '^apps/server/src/features/live/', pathNot: [tests, testSupport] },
      to: { path: '^apps/server/src/features/[^/]+/', pathNot: '^apps/server/src/features/live/' },
    },
    {
      name: 'shell-knows-no-feature',
      severity: 'error',
      comment: 'The shell frames the screens; the route table ties them to it.',
      from: { path: '^apps/(member|console)/src/shell/', pathNot: [tests, testSupport] },
      to: { path: '^apps/(member|console)/src/features/' },
    },
    {
      name: 'nothing-imports-a-role',
      severity: 'error',
      comment: 'Roles compose; only main.ts starts them.',
      from: {
        path: '^apps/server/src/',
        pathNot: ['^apps/server/src/(main[.]ts|roles/)', tests, testSupport],
      },
      to: { path: '^apps/server/src/roles/' },
    },
    {
      name: 'routes-do-not-touch-sql',
      severity: 'error',
      comment: 'routes.* calls a use case; a use case calls store.ts.',
      from: { path: '^apps/server/src/features/.*/routes([.](member|console))?[.]ts$' },
      to: { path: '/store[.]ts$' },
    },
    {
      name: 'sql-lives-in-store',
      severity: 'error',
      comment: 'Who looks for a table finds it in store.ts; the driver is the platform’s.',
      from: { path: '^apps/server/src/features/', pathNot: ['/store[.]ts$', tests, testSupport] },
      to: { path: 'node_modules/pg/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'postings-are-pure',
      severity: 'error',
      comment: 'Facts in, balanced entry out; the use case does the writing.',
      from: { path: '/postings[.]ts$' },
      to: { pathNot: '^packages/(money|contract|rules|ledger)/' },
    },
    {
      name: 'pure-packages',
      severity: 'error',
      comment: 'No clock, no randomness, no I/O: what these decide must come out the same everywhere.',
      from: {
        path: '^packages/(engine|rules|money|proof)/src/',
        pathNot: [tests, testSupport, '^packages/proof/src/(beacon|timelock)[.]ts$'],
      },
      to: { dependencyTypes: ['core', ...npm], pathNot: '^packages/' },
    },
    {
      name: 'beacon-takes-a-curve',
      severity: 'error',
      comment:
        'The signature of a beacon, and what it opens, need a curve that no platform has; the library is pure.',
      from: { path: '^packages/proof/src/(beacon|timelock)[.]ts$' },
      to: { dependencyTypes: ['core', ...npm], pathNot: '^packages/|node_modules/@noble/curves/' },
    },
    {
      name: 'engine-takes-types-from-contract',
      severity: 'error',
      comment: 'Commands and events cross as data; a schema library has no place in the engine.',
      from: { path: '^packages/engine/src/', pathNot: tests },
      to: { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-without-node',
      severity: 'error',
      comment: 'The apps and what they import run in a browser.',
      from: {
        path: '^(apps/(member|console)/src|packages/(ui|app-shell|contract)/src)/',
        pathNot: [tests, testSupport],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'app-takes-types-from-routes',
      severity: 'error',
      comment: 'A route table has schemas; an app needs only their types.',
      from: { path: '^(apps/(member|console)|packages/app-shell)/src/', pathNot: tests },
      to: {
        path: '^packages/contract/src/.*routes([.]console)?[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'testkit-in-tests-only',
      severity: 'error',
      comment: 'What starts throw-away servers does not belong in the product.',
      from: { path: '^(apps|packages)/', pathNot: [tests, testSupport, '^packages/testkit/'] },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'not-to-a-test',
      severity: 'error',
      comment: 'No module imports a test.',
      from: { pathNot: [tests, '^tests/'] },
      to: { path: [tests, '^tests/'] },
    },
    {
      name: 'scripts-are-tools',
      severity: 'error',
      comment: 'Scripts start and check the product; the product does not know them.',
      from: { path: '^(apps|packages|database)/', pathNot: [tests, buildTime] },
      to: { path: '^scripts/' },
    },
    {
      name: 'declared-only',
      severity: 'error',
      comment: 'npm hoists; the workspace’s package.json must still say what it uses.',
      from: {
        path: '^(apps|packages|database)/',
        pathNot: [tests, testSupport, buildTime, '^packages/testkit/src/'],
      },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
        dependencyTypesNot: ['type-only', 'npm'],
        pathNot: '[.](css|woff2)$',
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|[.]{1,2}/.*[.]css[?])' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]dev|[.]screens)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
}
