// npm run check: all static checks, without running the product. Each line is one check; `npm run check -- types lint`
// runs only those.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** The check that must pass before this one can run. */
  readonly after?: string
}

const root = resolve(import.meta.dirname, '..')
const bin = (name: string, ...args: string[]) => [process.execPath, `node_modules/.bin/${name}`, ...args]
const script = (name: string, ...args: string[]) => [process.execPath, `scripts/${name}.ts`, ...args]
const sources = [
  'apps',
  'packages',
  'scripts',
  'tests',
  'database',
  'vitest.config.ts',
  'playwright.config.ts',
]

// Longest first, so that the last to end is not also the last to begin.
const checks: readonly Check[] = [
  { name: 'build', command: ['npm', 'run', '--silent', 'build', '-w', '@fairlot/member'] },
  { name: 'build-console', command: ['npm', 'run', '--silent', 'build', '-w', '@fairlot/console'] },
  { name: 'types', command: bin('tsc', '-p', '.') },
  { name: 'format', command: bin('oxfmt', '--check', '.') },
  { name: 'lint', command: bin('oxlint', '--type-aware', '--deny-warnings', '-f', 'unix', ...sources) },
  { name: 'dead-code', command: bin('knip', '--no-progress') },
  { name: 'boundaries', command: script('check-boundaries') },
  { name: 'schema', command: script('schema', '--check') },
  { name: 'features', command: script('check-features') },
  { name: 'purity', command: script('check-purity') },
  { name: 'translations', command: script('check-translations') },
  { name: 'figures', command: script('check-figures') },
  { name: 'contrast', command: script('check-contrast') },
  { name: 'specification', command: script('check-specification') },
  { name: 'issue-numbers', command: script('check-issue-numbers') },
  { name: 'docs', command: script('check-docs') },
  { name: 'states', command: script('check-states') },
  { name: 'refusals', command: script('check-refusals') },
  { name: 'messages', command: script('docs-messages', '--check') },
  { name: 'tree', command: script('check-tree') },
  { name: 'lockfile', command: script('check-lockfile') },
  { name: 'native', command: script('check-native') },
  { name: 'sizes', command: script('check-sizes'), after: 'build' },
  { name: 'console-sizes', command: script('check-console-sizes'), after: 'build-console' },
]

interface Result {
  readonly name: string
  readonly passed: boolean
  readonly output: string
}

const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'))
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name))
if (unknown.length > 0) {
  console.error(
    `no such check: ${unknown.join(', ')}; there are ${checks.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}
const chosen = checks.filter(
  ({ name }) =>
    wanted.length === 0 ||
    wanted.includes(name) ||
    checks.some((check) => wanted.includes(check.name) && check.after === name),
)

const results = new Map<string, Promise<Result>>()
const queue = [...chosen]

async function worker(): Promise<void> {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const running = run(check)
    results.set(check.name, running)
    await running
  }
}

async function run({ name, command, after }: Check): Promise<Result> {
  const before = after ? await results.get(after) : undefined
  if (before && !before.passed) {
    console.log(`FAIL ${name.padEnd(14)}        not run: ${after} failed`)
    return { name, passed: false, output: `not run: ${after} failed` }
  }
  const began = performance.now()
  const { code, output } = await execute(command)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(14)} ${seconds.padStart(5)} s`)
  return { name, passed: code === 0, output }
}

function execute([program, ...args]: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(program!, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()))
    child.once('error', (error) => done({ code: 1, output: error.message }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}

// Two at a time: the machines this runs on have two cores.
await Promise.all([worker(), worker()])
const all = await Promise.all(results.values())
const failed = all.filter(({ passed }) => !passed)
for (const { name, output } of failed) {
  const lines = output.trimEnd().split('\n')
  const shown = lines.slice(0, 60)
  console.log(`\n${name}:\n${shown.map((line) => `  ${line}`).join('\n')}`)
  if (lines.length > shown.length)
    console.log(`  … ${lines.length - shown.length} more lines: npm run check -- ${name}`)
}
console.log(
  `\nchecks: ${all.length - failed.length} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.map(({ name }) => name).join(', ')}` : ''}`,
)
process.exit(failed.length === 0 ? 0 : 1)
