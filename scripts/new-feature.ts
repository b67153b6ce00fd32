// npm run new:feature -- recurring-purchase 定期定額
// Writes a working feature: one member screen, one console page, one kind of review, their tests and a migration. The
// files of scripts/new-feature/slice are copied with the feature's name, and the feature is added to every list.
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { features } from '../packages/contract/src/features.ts'
import { formatText } from './format-text.ts'

const checkout = resolve(import.meta.dirname, '..')
const root = process.env.FAIRLOT_ROOT ?? checkout
const [name, zh] = process.argv.slice(2)

if (!name || !zh) stop('usage: npm run new:feature -- <name> <Chinese name>')
if (!/^[a-z]+(-[a-z]+)*$/.test(name))
  stop(`${name}: a name is small letters and hyphens, like recurring-purchase`)
if (features.some((feature) => feature.name === name)) stop(`${name} is in features.ts already`)

const camel = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const pascal = camel[0]!.toUpperCase() + camel.slice(1)
const title = name[0]!.toUpperCase() + name.slice(1).replaceAll('-', ' ')

const rename = (text: string): string =>
  text
    .replaceAll('sample-thing', name)
    .replaceAll('sample_thing', name.replaceAll('-', '_'))
    .replaceAll('sampleThing', camel)
    .replaceAll('SampleThing', pascal)
    .replaceAll('Sample thing', title)
    .replaceAll('樣品', zh)

const migration = Math.max(
  ...readdirSync(join(root, 'database/migrations')).map((file) => Number(file.slice(0, 4)) || 0),
)
const slice = join(import.meta.dirname, 'new-feature/slice')
const created = globSync('**/*.txt', { cwd: slice })
  .toSorted()
  .map((file) => ({
    path: rename(file.replace(/[.]txt$/, '')).replace(
      '/0000_',
      `/${String(migration + 1).padStart(4, '0')}_`,
    ),
    text: rename(readFileSync(join(slice, file), 'utf8')).replace("'S', NULL", `'${pascal[0]}', NULL`),
  }))

/** A line for a list: before the first `before` after `after`. */
interface Line {
  readonly file: string
  readonly line: string
  readonly before: string
  readonly after?: string
}

const contract = 'packages/contract/src'
const lines: readonly Line[] = [
  {
    file: `${contract}/features.ts`,
    line: `  { name: '${name}', zh: '${zh}', surfaces: ['contract', 'server', 'member', 'console'] },`,
    before: '] as const satisfies',
  },
  {
    file: `${contract}/routes.ts`,
    line: `import { ${camel}Routes } from './${name}/routes.ts'`,
    before: '\nexport const memberRoutes',
  },
  { file: `${contract}/routes.ts`, line: `  ${camel}: ${camel}Routes,`, before: '} as const' },
  {
    file: `${contract}/console-routes.ts`,
    line: `import { ${camel}ConsoleRoutes } from './${name}/routes.console.ts'`,
    before: '\nexport const consoleRoutes',
  },
  { file: `${contract}/console-routes.ts`, line: `  ${camel}: ${camel}ConsoleRoutes,`, before: '} as const' },
  {
    file: `${contract}/operators/review-kinds.ts`,
    line: `  '${name}': { terms: proposed('propose-funds'), icon: 'doc', tw: '${zh}', en: '${title}' },`,
    before: '} as const satisfies',
  },
  {
    file: 'apps/server/src/features/member-features.ts',
    line: `import { ${camel} } from './${name}/feature.ts'`,
    before: 'import type { ServerFeature }',
  },
  { file: 'apps/server/src/features/member-features.ts', line: `  ${camel},`, before: ']\n', after: '= [' },
  {
    file: 'apps/member/src/routes.tsx',
    line: `import { ${camel}Pages } from './features/${name}/pages.ts'`,
    before: '\nexport const routes',
  },
  { file: 'apps/member/src/routes.tsx', line: `  ${camel}Pages,`, before: '])', after: 'collectRoutes([' },
  {
    file: 'apps/member/src/shell/texts/tw.ts',
    line: `    ${camel}: '${zh}',`,
    before: '  }',
    after: 'titles: {',
  },
  {
    file: 'apps/member/src/shell/texts/en.ts',
    line: `    ${camel}: '${title}',`,
    before: '  }',
    after: 'titles: {',
  },
  {
    file: 'apps/console/src/routes.tsx',
    line: `import { ${camel}Pages } from './features/${name}/pages.ts'`,
    before: 'import type { ConsolePage }',
  },
  { file: 'apps/console/src/routes.tsx', line: `  ...${camel}Pages,`, before: '  ...sitePages' },
  {
    file: 'tests/flows/permissions.test.ts',
    line: `  '/${name}/list': own,`,
    before: "  '/uploads/image'",
    after: 'const matrix',
  },
  {
    file: 'tests/flows/console-permissions.test.ts',
    line: `  '/${name}/published': everyRole,\n  '/${name}/propose': ['approver'],`,
    before: "  '/notices/sent'",
  },
  {
    file: 'tests/flows/console-write-permissions.test.ts',
    line: `  '/${name}/propose': 'proposal',`,
    before: "  '/notices/proposeNotice'",
  },
  {
    file: 'tests/flows/support/role-matrix-worker.ts',
    line: `fairlot_worker app.${name.replaceAll('-', '_')} insert`,
    before: 'fairlot_worker app.bars_of()',
  },
]

const taken = created.map(({ path }) => path).filter((path) => existsSync(join(root, path)))
if (taken.length > 0) stop(`there already: ${taken.join(', ')}`)
const changed = new Map<string, string>()
for (const { file, line, before, after = '' } of lines) {
  const text = changed.get(file) ?? readFileSync(join(root, file), 'utf8')
  const start = text.indexOf(after)
  const at = start < 0 ? -1 : text.indexOf(before, start)
  if (at < 0) stop(`${file}: no line "${before.trim()}", before which the feature would be listed`)
  changed.set(file, `${text.slice(0, at)}${line}\n${text.slice(at)}`)
}
for (const { path, text } of created) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), await formatted(path, text))
  console.log(`made ${path}`)
}
for (const [file, text] of changed) {
  writeFileSync(join(root, file), await formatted(file, text))
  console.log(`changed ${file}`)
}
console.log('next: npm run schema; FAIRLOT_WRITE_DOCS=1 npx vitest run tests/flows/role-rights.test.ts')

/** How a line breaks depends on the length of the name. */
async function formatted(path: string, text: string): Promise<string> {
  if (!/[.]tsx?$/.test(path)) return text
  return formatText(path, text)
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
