// Runs the start page under Lighthouse's own mobile profile (slow 4G, a four times slower processor), against the whole
// stack: `node scripts/lighthouse.ts [runs]`. Writes evidence/lighthouse.json; fails below its thresholds.
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { writeEvidence } from './evidence.ts'
import { chromiumFlags, findChromium } from './stack/chromium.ts'
import { readLayout } from './stack/layout.ts'
import { startStack } from './stack/stack.ts'

const bars = { accessibility: 1, largestContentfulPaintMs: 2000 }
const runs = Number(process.argv[2] ?? 5)

const chromium = findChromium() ?? missing('no Chromium here: npm run setup')

const layout = readLayout({ FAIRLOT_DEV_DIR: '.dev/lighthouse', FAIRLOT_PORT_BASE: '19400' })
const stack = await startStack({
  layout,
  mode: 'test',
  build: true,
  say: (name, line) => console.log(`${name} ${line}`),
  onGivingUp: (name, reason) => {
    throw new Error(`${name} does not stay up: ${reason}`)
  },
})

function missing(reason: string): never {
  throw new Error(reason)
}

interface Reading {
  readonly accessibility: number
  readonly performance: number
  readonly largestContentfulPaintMs: number
  readonly totalBlockingMs: number
  readonly cumulativeLayoutShift: number
}

async function readOnce(): Promise<Reading> {
  const chrome = await launch({
    chromePath: chromium,
    chromeFlags: ['--headless=new', ...chromiumFlags],
  })
  try {
    const result = await lighthouse(`${stack.origin}/#/login/start`, {
      port: chrome.port,
      onlyCategories: ['performance', 'accessibility'],
      logLevel: 'error',
    })
    const report = result?.lhr
    if (!report) throw new Error('Lighthouse gave no report')
    const figure = (id: string): number => {
      const value = report.audits[id]?.numericValue
      if (value === undefined)
        throw new Error(`Lighthouse gave no ${id}: ${report.runtimeError?.message ?? ''}`)
      return value
    }
    return {
      accessibility: report.categories.accessibility?.score ?? 0,
      performance: report.categories.performance?.score ?? 0,
      largestContentfulPaintMs: Math.round(figure('largest-contentful-paint')),
      totalBlockingMs: Math.round(figure('total-blocking-time')),
      cumulativeLayoutShift: Number(figure('cumulative-layout-shift').toFixed(3)),
    }
  } finally {
    chrome.kill()
  }
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!

try {
  const readings: Reading[] = []
  for (let run = 1; run <= runs; run += 1) {
    const reading = await readOnce()
    console.log(`run ${run}`, reading)
    readings.push(reading)
  }
  const evidence = {
    name: 'lighthouse',
    page: '/login/start',
    profile: 'mobile, simulated slow 4G, 4x CPU',
    runs,
    bars,
    accessibility: Math.min(...readings.map((reading) => reading.accessibility)),
    largestContentfulPaintMs: median(readings.map((reading) => reading.largestContentfulPaintMs)),
    readings,
  }
  writeEvidence(layout.root, 'lighthouse', evidence)
  console.log(JSON.stringify(evidence))
  const reached =
    evidence.accessibility >= bars.accessibility &&
    evidence.largestContentfulPaintMs < bars.largestContentfulPaintMs
  process.exitCode = reached ? 0 : 1
} finally {
  await stack.stop()
}
