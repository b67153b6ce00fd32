// npm run new:feature -- block-trades 鉅額交易 [contract rules server member console]
// Creates a feature's folders with their index files, its page and its first flow test, and adds it to the list.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { features, type Surface } from '../packages/contract/src/features.ts'

const root = process.env.FAIRLOT_ROOT ?? resolve(import.meta.dirname, '..')
const allSurfaces: readonly Surface[] = ['contract', 'rules', 'server', 'member', 'console']
const [name, zh, ...given] = process.argv.slice(2)

if (!name || !zh)
  stop('usage: npm run new:feature -- <name> <Chinese name> [contract rules server member console]')
if (!/^[a-z]+(-[a-z]+)*$/.test(name)) stop(`${name}: a name is small letters and hyphens, like block-trades`)
if (features.some((feature) => feature.name === name)) stop(`${name} is in features.ts already`)
const unknown = given.filter((surface) => !(allSurfaces as readonly string[]).includes(surface))
if (unknown.length > 0) stop(`no such surface: ${unknown.join(', ')}`)
const surfaces: readonly Surface[] =
  given.length > 0 ? (given as Surface[]) : ['contract', 'rules', 'server', 'member']

const camel = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const pascal = camel[0]!.toUpperCase() + camel.slice(1)

const files: Record<Surface | 'always', Record<string, string>> = {
  contract: {
    [`packages/contract/src/${name}/index.ts`]: `export { ${camel}Routes } from './routes.ts'\n`,
    [`packages/contract/src/${name}/routes.ts`]: `// The routes of ${name}. Each one needs a row in the permission matrix.\n\nexport const ${camel}Routes = {} as const\n`,
  },
  rules: {
    [`packages/rules/src/${name}/index.ts`]: `export { ${camel}Rules } from './limits.ts'\n`,
    [`packages/rules/src/${name}/limits.ts`]: `/** The figures of ${name} that server and screens share. */\nexport const ${camel}Rules = {} as const\n`,
  },
  server: {
    [`apps/server/src/features/${name}/index.ts`]: `export { ${camel}Handlers } from './routes.member.ts'\n`,
    [`apps/server/src/features/${name}/routes.member.ts`]: `/** Parse, authorise, call one use case, map the result. SQL lives in store.ts. */\nexport const ${camel}Handlers = () => ({})\n`,
  },
  member: {
    [`apps/member/src/features/${name}/index.ts`]: `export { ${camel}Texts } from './texts/index.ts'\n`,
    [`apps/member/src/features/${name}/texts/index.ts`]: `import { defineTexts } from '@fairlot/app-shell/texts'\n\nexport const ${camel}Texts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })\n`,
    [`apps/member/src/features/${name}/texts/tw.ts`]: `export const texts = {\n  title: '${zh}',\n}\n\nexport type ${pascal}Texts = typeof texts\n`,
    [`apps/member/src/features/${name}/texts/en.ts`]: `import type { ${pascal}Texts } from './tw.ts'\n\nexport const texts: ${pascal}Texts = {\n  title: '${sentence(name)}',\n}\n`,
    [`tests/e2e/${name}.spec.ts`]: `import { expect, test } from '@playwright/test'\n\ntest('the app opens', async ({ page }) => {\n  await page.goto('/')\n  await expect(page.locator('h1').first()).toBeVisible()\n})\n`,
  },
  console: {
    [`apps/console/src/features/${name}/index.ts`]: `export const ${camel}Title = '${sentence(name)}'\n`,
  },
  always: {
    [`docs/features/${name}.md`]: `# ${sentence(name)} (${zh})\n\nWhat it is for, in one sentence.\n\n## States\n\n## Limits\n\n## Refusals\n\n## Postings\n\n## Screens\n`,
    [`tests/flows/${name}.test.ts`]: `import { openTestDatabase } from '@fairlot/testkit'\nimport pg from 'pg'\nimport { expect, test } from 'vitest'\n\ntest('the database of ${name} is migrated', async () => {\n  const database = await openTestDatabase()\n  const client = new pg.Client({ connectionString: database.apiUrl })\n  await client.connect()\n  const { rows } = await client.query<{ ready: boolean }>(\n    'SELECT count(*) > 0 AS ready FROM platform.migrations',\n  )\n  expect(rows[0]?.ready).toBe(true)\n  await client.end()\n  await database.close()\n})\n`,
  },
}

const wanted = [...surfaces.map((surface) => files[surface]), files.always].flatMap((group) =>
  Object.entries(group),
)
const taken = wanted.map(([path]) => path).filter((path) => existsSync(join(root, path)))
if (taken.length > 0) stop(`there already: ${taken.join(', ')}`)
for (const [path, text] of wanted) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  console.log(`made ${path}`)
}
addToList(join(root, 'packages/contract/src/features.ts'))
console.log(`added ${name} to packages/contract/src/features.ts`)

function addToList(file: string): void {
  const list = readFileSync(file, 'utf8')
  const end = list.indexOf('] as const satisfies')
  const quoted = surfaces.map((surface) => `'${surface}'`).join(', ')
  const line = `  { name: '${name}', zh: '${zh}', surfaces: [${quoted}] },\n`
  writeFileSync(file, list.slice(0, end) + line + list.slice(end))
}

function sentence(text: string): string {
  const words = text.replaceAll('-', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
