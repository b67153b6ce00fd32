// The part of npm run mutate that needs a browser, run inside the copy of the tree: one stack, and for each fault of the member app
// a new build that the running server serves at once.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutations, type Mutation } from './mutate/rows.ts'
import { firstLine, patternOf, plant, type Ran, titlesOf, type Verdict, verdictOf } from './mutate/plant.ts'
import { inDev, readLayout } from './stack/layout.ts'
import { memberAppFolder } from './stack/roles.ts'
import { type TestStack, withTestStack } from './stack/test-stack.ts'

interface Spec {
  readonly title: string
  readonly tests: readonly {
    readonly results: readonly { readonly status: string; readonly errors: readonly { message?: string }[] }[]
  }[]
}
interface Suite {
  readonly specs?: readonly Spec[]
  readonly suites?: readonly Suite[]
}

const [, , output = '', ...rows] = process.argv
const wanted = mutations.filter(({ row }) => rows.includes(row))
const env = { VITE_GALLERY: '1', PRACTICE_INTENSITY: '4', BANK_CLOCK: 'request' }
const layout = readLayout({
  FAIRLOT_DEV_DIR: '.dev/mutate',
  FAIRLOT_PORT_BASE: process.env.FAIRLOT_E2E_PORT_BASE ?? '17400',
})
// Every result is written at once: a run that is ended early keeps what it has.
const verdicts: Verdict[] = []
const green = new Map<string, boolean>()
/** What the stack serves has no fault. */
let isClean = true

const code = await withTestStack({ name: 'mutate', layout, env }, async (stack) => {
  for (const mutation of wanted) {
    const began = performance.now()
    if (!green.has(mutation.test)) green.set(mutation.test, await isGreen(stack, mutation))
    const ran = green.get(mutation.test) ? await withFault(stack, mutation) : undefined
    const verdict = verdictOf(mutation, ran, began)
    console.log(`${verdict.outcome.padEnd(8)} ${verdict.row}: ${verdict.fault} (${verdict.said})`)
    verdicts.push(verdict)
    writeFileSync(output, JSON.stringify(verdicts))
  }
  return 0
})
process.exit(code)

async function isGreen(stack: TestStack, mutation: Mutation): Promise<boolean> {
  isClean ||= await build()
  return isClean && (await run(stack, mutation))?.passed === true
}

async function withFault(stack: TestStack, mutation: Mutation): Promise<Ran> {
  const remove = plant(layout.root, mutation)
  isClean = false
  try {
    return (await build()) ? await run(stack, mutation) : undefined
  } finally {
    remove()
  }
}

/** In one appearance, with less patience than usual: a test that fails waits for what never comes. */
async function run(stack: TestStack, { test }: Mutation): Promise<Ran> {
  const { file, titles } = titlesOf(test)
  const report = inDev(layout, 'report.json')
  rmSync(report, { force: true })
  await stack.playwright([file, '--project=390-tw-dark', '-g', patternOf(titles)], {
    CI: '',
    FAIRLOT_E2E_REPORT: report,
    FAIRLOT_E2E_EXPECT_MS: '20000',
  })
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: readonly Suite[] }
  const result = specsIn(suites)
    .find(({ title }) => title === titles.at(-1))
    ?.tests[0]?.results.at(-1)
  if (result === undefined) return undefined
  return { passed: result.status === 'passed', said: firstLine(result.errors[0]?.message ?? '') }
}

function specsIn(suites: readonly Suite[]): Spec[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsIn(inner)])
}

function build(): Promise<boolean> {
  const vite = join(layout.root, 'node_modules/.bin/vite')
  const args = [vite, 'build', '--logLevel', 'error', '--outDir', memberAppFolder(layout), '--emptyOutDir']
  const child = spawn(process.execPath, args, {
    cwd: join(layout.root, 'apps/member'),
    env: { ...process.env, ...env, VITE_PLAIN: '1' },
    stdio: 'inherit',
  })
  return new Promise((done) => child.once('close', (status) => done(status === 0)))
}
