// npm run mutate: plants one fault for each of forty rows of docs/specification.md, chosen by a fixed seed, in a copy of
// the tree, and demands that the row's named test fails, and passes without the fault. Writes evidence/mutations.json.
// Arguments choose rows: npm run mutate -- state.deposit; --server or --browser chooses a half.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { mutations, rowCount, seed, type Mutation } from './mutate/rows.ts'
import { parseRows } from './check-specification.ts'
import { writeEvidence } from './evidence.ts'
import { chooseRows } from './mutate/choose.ts'
import { firstLine, patternOf, plant, type Ran, titlesOf, type Verdict, verdictOf } from './mutate/plant.ts'

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

const root = resolve(import.meta.dirname, '..')
const apps = ['member', 'server', 'console']
const folder = join(root, '.dev/mutate')
const tree = join(folder, 'tree')
const asked = process.argv.slice(2)
const rows = asked.filter((argument) => !argument.startsWith('--'))
const isInBrowser = ({ test }: Mutation): boolean => test.startsWith('tests/e2e/')
const wanted = mutations.filter(
  (mutation) =>
    (rows.length === 0 || rows.includes(mutation.row)) &&
    !(asked.includes('--server') && isInBrowser(mutation)) &&
    !(asked.includes('--browser') && !isInBrowser(mutation)),
)

refuseAnotherChoice()
copyTree()
const verdicts: Verdict[] = []
const green = new Map<string, boolean>()
for (const mutation of wanted.filter((each) => !isInBrowser(each))) {
  const began = performance.now()
  if (!green.has(mutation.test)) green.set(mutation.test, (await run(mutation))?.passed === true)
  const verdict = verdictOf(mutation, green.get(mutation.test) ? await withFault(mutation) : undefined, began)
  console.log(`${verdict.outcome.padEnd(8)} ${verdict.row}: ${verdict.fault} (${verdict.said})`)
  verdicts.push(verdict)
  keep()
}
const inBrowser = wanted.filter(isInBrowser)
if (inBrowser.length > 0) {
  const output = join(folder, 'browser.json')
  rmSync(output, { force: true })
  const script = join(tree, 'scripts/mutate-browser.ts')
  await nodeIn(tree, [script, output, ...inBrowser.map(({ row }) => row)], { CI: '' })
  if (existsSync(output)) verdicts.push(...(JSON.parse(readFileSync(output, 'utf8')) as Verdict[]))
  keep()
}
rmSync(tree, { recursive: true })
const found = verdicts.filter(({ outcome }) => outcome === 'found').length
console.log(`mutations: ${found} of ${wanted.length} found`)
process.exit(found === wanted.length ? 0 : 1)

/** What an earlier run of other rows found stays, with the commit it was found at. */
function keep(): void {
  const path = join(root, 'evidence/mutations.json')
  const before = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { verdicts: readonly Verdict[] }).verdicts
    : []
  const all = mutations.flatMap(
    ({ row }) =>
      verdicts.find((verdict) => verdict.row === row) ?? before.find((verdict) => verdict.row === row) ?? [],
  )
  const count = (outcome: Verdict['outcome']) => all.filter((verdict) => verdict.outcome === outcome).length
  writeEvidence(root, 'mutations', {
    seed,
    rows: rowCount,
    found: count('found'),
    survived: count('survived'),
    notRun: rowCount - count('found') - count('survived'),
    verdicts: all,
  })
}

/** The rows are those of the specification at the seed's commit: later rows change nothing about the choice. */
function refuseAnotherChoice(): void {
  const page = execFileSync('git', ['show', `${seed}:docs/specification.md`], { cwd: root, encoding: 'utf8' })
  const chosen = chooseRows(parseRows(page), seed, rowCount)
  const table = mutations.map(({ row }) => row)
  const differing = [
    ...chosen.filter((id) => !table.includes(id)),
    ...table.filter((id) => !chosen.includes(id)),
  ]
  if (differing.length > 0)
    throw new Error(`scripts/mutate/rows.ts differs from the choice of the seed: ${differing.join(', ')}`)
}

/** The files of the working tree; packages and binaries are linked, because a fault is only ever in our own files. */
function copyTree(): void {
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    cpSync(join(root, file), join(tree, file), { verbatimSymlinks: true })
  }
  for (const linked of ['node_modules', ...apps.map((app) => `apps/${app}/node_modules`), '.dev/bin']) {
    if (!existsSync(join(root, linked))) continue
    mkdirSync(dirname(join(tree, linked)), { recursive: true })
    execFileSync('cp', ['-al', join(root, linked), dirname(join(tree, linked))])
  }
}

async function withFault(mutation: Mutation): Promise<Ran> {
  const remove = plant(tree, mutation)
  try {
    return await run(mutation)
  } finally {
    remove()
  }
}

async function run({ test }: Mutation): Promise<Ran> {
  const { file, titles } = titlesOf(test)
  const report = join(folder, 'vitest.json')
  rmSync(report, { force: true })
  const vitest = join(tree, 'node_modules/.bin/vitest')
  const reporter = ['--reporter=json', `--outputFile.json=${report}`]
  await nodeIn(tree, [vitest, 'run', '--project', 'wide', file, '-t', patternOf(titles), ...reporter], {})
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  const result = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find((each) => [...each.ancestorTitles, each.title].join(' > ').endsWith(titles.join(' > ')))
  // A file that cannot be loaded has no result: that is no finding.
  if (result?.status !== 'passed' && result?.status !== 'failed') return undefined
  return { passed: result.status === 'passed', said: firstLine(result.failureMessages[0] ?? '') }
}

function nodeIn(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
  return new Promise((done) => child.once('close', (status) => done(status ?? 1)))
}
