// Scrolling the market list on a phone four times slower than this machine, with the market moving and with the feed
// cut: frames per second of the same scroll, and the share of script time. The whole stack runs, with the practice
// market busy enough to change well over 200 quotes a second.
// `npm run bench -- list [turns]`. The last line is the result as JSON.

import { loadavg } from 'node:os'
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { subjectsOf } from '@fairlot/contract/venue'
import { connect } from '@nats-io/transport-node'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { chromiumFlags, findHeadlessChromium } from '../scripts/stack/chromium.ts'
import { readLayout } from '../scripts/stack/layout.ts'
import { natsPassword } from '../scripts/stack/nats-users.ts'
import { startStack } from '../scripts/stack/stack.ts'

const turns = Number(process.argv[2] ?? 5)
const scrollPixels = 6_000
const pixelsPerSecond = 1_500
const throttle = 4
const wantedUpdates = 200

const layout = readLayout({ FAIRLOT_DEV_DIR: '.dev/bench-list', FAIRLOT_PORT_BASE: '19600' })
rmSync(layout.devFolder, { recursive: true, force: true })
const loadBefore = loadavg()[0]
const stack = await startStack({
  layout,
  mode: 'test',
  build: true,
  env: { PRACTICE_INTENSITY: process.env.PRACTICE_INTENSITY ?? '80' },
  say: () => {},
  onGivingUp: (name, reason) => {
    throw new Error(`${name} does not stay up: ${reason}; see ${join(layout.devFolder, 'logs')}`)
  },
})

/** Counts the quotes role's messages, to report how much the market moved during a turn. */
const nats = await connect({
  servers: `nats://127.0.0.1:${layout.ports.nats}`,
  user: 'live',
  pass: natsPassword(layout, 'live'),
})
let updates = 0
nats.subscribe(subjectsOf('fairlot').quote('*'), { callback: () => void (updates += 1) })

interface Reading {
  readonly fps: number
  /** Shares of the turn's time. */
  readonly script: number
  readonly task: number
  /** Quotes changed by the market and frames received by the phone, per second. */
  readonly updates: number
  readonly frames: number
}

const executablePath = findHeadlessChromium()
const browser = await chromium.launch({
  args: [...chromiumFlags],
  ...(executablePath ? { executablePath } : {}),
})
try {
  const moving: Reading[] = []
  const still: Reading[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    moving.push(await read(true))
    still.push(await read(false))
    const [last, bare] = [moving[turn]!, still[turn]!]
    console.log(
      `turn ${turn + 1}: ${last.fps.toFixed(1)} fps with ${last.updates.toFixed(0)} updates/s ` +
        `(script ${percent(last.script)}), ${bare.fps.toFixed(1)} fps with the feed cut (script ${percent(bare.script)})`,
    )
  }
  const fps = median(moving.map((reading) => reading.fps))
  const bareFps = median(still.map((reading) => reading.fps))
  const result = {
    name: 'list',
    ratio: round(fps / bareFps),
    framesPerSecond: round(fps),
    framesPerSecondFeedCut: round(bareFps),
    turns: moving.map((reading) => round(reading.fps)),
    scriptShare: round(median(moving.map(({ script }) => script))),
    scriptShareFeedCut: round(median(still.map(({ script }) => script))),
    taskShare: round(median(moving.map(({ task }) => task))),
    updatesPerSecond: Math.round(median(moving.map((reading) => reading.updates))),
    feedFramesPerSecond: round(median(moving.map(({ frames }) => frames))),
    cpuThrottle: throttle,
    loadBefore: round(loadBefore ?? 0),
  }
  if (result.updatesPerSecond < wantedUpdates)
    throw new Error(
      `the market moved only ${result.updatesPerSecond} quotes a second: raise PRACTICE_INTENSITY`,
    )
  console.log(JSON.stringify(result))
} finally {
  await browser.close()
  await nats.close()
  await stack.stop()
}

/** One fresh page, one long scroll down and up with the throttled processor. */
async function read(isLive: boolean): Promise<Reading> {
  const context = await browser.newContext({
    baseURL: stack.origin,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  let frames = 0
  if (!isLive) await page.routeWebSocket(/\/live$/, (socket) => void socket.close())
  page.on('websocket', (socket) => socket.on('framereceived', () => (frames += 1)))
  await page.goto('/#/market/market')
  const list = page.getByRole('list').filter({ has: page.getByText('1101') })
  await list.first().waitFor()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  // The first scroll fetches the pages of the list; the measurement needs a loaded list.
  await scroll(session, scrollPixels)
  await countFrames(page)
  const before = await times(session)
  const [updatesBefore, framesBefore, began] = [updates, frames, performance.now()]
  await scroll(session, scrollPixels)
  const seconds = (performance.now() - began) / 1_000
  const after = await times(session)
  const drawn = await page.evaluate(() => (window as unknown as { drawn: number }).drawn)
  const reading = {
    fps: drawn / seconds,
    script: (after.script - before.script) / seconds,
    task: (after.task - before.task) / seconds,
    updates: (updates - updatesBefore) / seconds,
    frames: (frames - framesBefore) / seconds,
  }
  await context.close()
  return reading
}

async function scroll(session: CDPSession, pixels: number): Promise<void> {
  for (const distance of [-pixels, pixels]) {
    await session.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 500,
      yDistance: distance,
      speed: pixelsPerSecond,
      gestureSourceType: 'touch',
      preventFling: true,
    })
  }
}

async function countFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counter = window as unknown as { drawn: number }
    counter.drawn = 0
    const next = (): void => {
      counter.drawn += 1
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
}

async function times(session: CDPSession): Promise<{ script: number; task: number }> {
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { script: of('ScriptDuration'), task: of('TaskDuration') }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
