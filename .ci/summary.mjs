// Adds up what the stages of .ci/run found. The last line is "N passed, N failed"; the exit code agrees with it.
// FAIRLOT_CI_EVIDENCE=evidence/ci.json keeps the seconds per stage, the slowest files, and the runs before.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const [folder, seconds] = process.argv.slice(2)
const read = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')

const stages = read('stages')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([name, code, took, stolen]) => ({ name, failed: code !== '0', took, stolen: Number(stolen) }))

const counts = {
  check: () => {
    const found = /^checks: (\d+) passed, (\d+) failed/m.exec(read('check.log'))
    return found && { passed: Number(found[1]), failed: Number(found[2]) }
  },
  test: () => {
    const report = parse('vitest.json')
    if (!report) return undefined
    // A file that cannot be loaded has no tests to fail, and must not pass for that.
    const broken = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
  },
  e2e: () => {
    const report = parse('playwright.json')
    if (!report) return undefined
    const { expected, unexpected, flaky } = report.stats
    return { passed: expected, failed: unexpected + flaky + report.errors.length }
  },
}

let passed = 0
let failed = 0
console.log('')
for (const { name, failed: stageFailed, took, stolen } of stages) {
  const count = counts[name]?.() ?? { passed: stageFailed ? 0 : 1, failed: stageFailed ? 1 : 0 }
  // A stage that failed without a failed test failed at something else, and that counts too.
  if (stageFailed && count.failed === 0) count.failed = 1
  passed += count.passed
  failed += count.failed
  console.log(
    `${name.padEnd(8)} ${String(took).padStart(4)} s  ${count.passed} passed, ${count.failed} failed, ${stolen} % of the CPU stolen`,
  )
}
const wanted = ['setup', 'install', 'check', 'test', 'e2e', 'drill']
for (const name of wanted.filter((stage) => !stages.some((each) => each.name === stage))) {
  failed += 1
  console.log(`${name.padEnd(8)}         not run`)
}
const slowest = [...testFiles(), ...e2eFiles()].sort((one, other) => other.seconds - one.seconds).slice(0, 20)
if (slowest.length > 0) {
  console.log('\nslowest files, seconds of work (several run side by side)')
  for (const { file, seconds: took, tests } of slowest)
    console.log(`${String(took).padStart(8)} s  ${file} (${tests})`)
  console.log('')
}
if (process.env.FAIRLOT_CI_EVIDENCE) {
  const content = {
    seconds: Number(seconds),
    stages: Object.fromEntries(stages.map(({ name, took }) => [name, Number(took)])),
    stolenPercent: Object.fromEntries(stages.map(({ name, stolen }) => [name, stolen])),
    passed,
    failed,
    slowest,
    runs: [
      ...earlierRuns(),
      { at: new Date().toISOString(), seconds: Number(seconds), passed, failed },
    ].slice(-5),
  }
  writeFileSync(process.env.FAIRLOT_CI_EVIDENCE, `${JSON.stringify(content, null, 2)}\n`)
}
const failures = [...failedTests(), ...failedE2e()]
if (failures.length > 0) console.log(`\nfailed\n${failures.map((each) => `  ${each}`).join('\n')}\n`)
console.log(`total    ${String(seconds).padStart(4)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function earlierRuns() {
  const file = process.env.FAIRLOT_CI_EVIDENCE
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).runs ?? []) : []
}

function parse(name) {
  try {
    return JSON.parse(read(name))
  } catch {
    return undefined
  }
}

function testFiles() {
  return (parse('vitest.json')?.testResults ?? []).map(({ name, startTime, endTime, assertionResults }) => ({
    file: relative(process.cwd(), name),
    seconds: Math.round((endTime - startTime) / 1_000),
    tests: assertionResults.length,
  }))
}

function e2eFiles() {
  return (parse('playwright.json')?.suites ?? []).map((suite) => {
    const tests = specsOf(suite).flatMap((spec) => spec.tests)
    const milliseconds = tests
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration, 0)
    return { file: `tests/e2e/${suite.file}`, seconds: Math.round(milliseconds / 1_000), tests: tests.length }
  })
}

function failedTests() {
  return (parse('vitest.json')?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failedOnes = assertionResults.filter(({ status }) => status === 'failed')
    if (failedOnes.length === 0 && message) return [`${file}: ${shortened(message)}`]
    return failedOnes.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}: ${shortened(failureMessages[0])}`,
    )
  })
}

function failedE2e() {
  return (parse('playwright.json')?.suites ?? []).flatMap((suite) =>
    specsOf(suite)
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
        return `tests/e2e/${suite.file}: ${title}: ${shortened(error?.message)}`
      }),
  )
}

/** The first lines of an error: enough to know which one it is. */
function shortened(message = '') {
  // Playwright colours its errors.
  return message
    .replace(/\x1b\[[0-9;]*m/g, '')
    .replace(/\s+/g, ' ')
    .slice(0, 300)
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}
