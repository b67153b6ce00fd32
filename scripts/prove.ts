// npm run prove: runs the large counts in full, which would make every `npm test` too long. Each test with a large
// count reads FAIRLOT_PROVE and writes its own evidence/<name>.json; this writes evidence/prove.json about the run, and
// a full run ends with the end-to-end tests in all six appearances, the start page under Lighthouse, and the drills of
// the database cluster where its packages are installed.
// Arguments choose test files: npm run prove -- packages/ledger
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { writeEvidence } from './evidence.ts'

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly startTime: number
    readonly endTime: number
    readonly status: string
  }[]
}

const root = resolve(import.meta.dirname, '..')
const isWhole = process.argv.length === 2
const folder = mkdtempSync(join(tmpdir(), 'fairlot-prove-'))
const report = join(folder, 'vitest.json')
const began = performance.now()
const vitest = join(root, 'node_modules/.bin/vitest')
const args = [
  vitest,
  'run',
  ...process.argv.slice(2),
  '--testTimeout=1800000',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]
const child = spawn(process.execPath, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FAIRLOT_PROVE: '1' },
})
const tests = await endOf(child)

const { numPassedTests, numFailedTests, testResults } = JSON.parse(
  readFileSync(report, 'utf8'),
) as VitestReport
rmSync(folder, { recursive: true })
// A partial run proves only its part; only a full run writes this.
if (isWhole) {
  writeEvidence(root, 'prove', {
    passed: numPassedTests,
    failed: numFailedTests,
    seconds: Math.round((performance.now() - began) / 1000),
    slowest: testResults
      .map(({ name, startTime, endTime }) => ({
        file: relative(root, name),
        seconds: Math.round((endTime - startTime) / 1000),
      }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, 10),
  })
}
const runScript = (name: string, ...options: string[]) => {
  const { CI: _ci, ...env } = process.env
  const line = [join(root, 'scripts', name), ...options]
  return endOf(spawn(process.execPath, line, { cwd: root, stdio: 'inherit', env }))
}
const e2e = isWhole ? await runScript('e2e.ts') : 0
const lighthouse = isWhole ? await runScript('lighthouse.ts') : 0
const drills = isWhole ? await runDrills() : 0
process.exit(tests || e2e || lighthouse || drills)

/** One after the other: each measures. */
async function runDrills(): Promise<number> {
  if (!existsSync('/usr/bin/patroni')) {
    console.log('the drills were not run: npm run setup -- --ha')
    return 0
  }
  let failed = 0
  for (const file of readdirSync(join(root, 'tests/drills')).filter((name) => name.endsWith('.ts')))
    failed = (await runScript('drill.ts', file.slice(0, -3))) || failed
  return failed
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((done) => child.once('close', (status) => done(status ?? 1)))
}
