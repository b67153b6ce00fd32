// npm run flame -- orders [seconds] [orders per second, or max]: profiles api, exchange, settlement, worker and live gateway while
// the orders bench drives them, and draws a flame picture of each into .dev/flame.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openHarness } from '../bench/orders/harness.ts'
import type { Order, Shot } from '../bench/orders/load-generator.ts'
import type { Role } from '../bench/orders/roles.ts'
import { openLoadGenerator } from '../bench/orders/senders.ts'
import { drawFlame } from './flame/draw.ts'
import { type CpuProfile, hottest, readProfiles, type Window } from './flame/profile.ts'

const [bench, secondsText = '15', rate = '500'] = process.argv.slice(2)
if (bench !== 'orders') {
  console.error('usage: npm run flame -- orders [seconds] [orders per second, or max]')
  process.exit(1)
}
const seconds = Number(secondsText)
const root = resolve(import.meta.dirname, '..')
const folder = join(root, '.dev/flame')
const roles: readonly Role[] = ['api', 'exchange', 'settlement', 'worker', 'live']
const members = 1_000

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const { window, accepted } = await drive()
for (const role of roles) draw(role, window, accepted)

/** Each process writes its profile when it ends. */
async function drive(): Promise<{ window: Window; accepted: number }> {
  const harness = await openHarness(members, {
    nodeFlags: (role) => ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${join(folder, role)}`],
  })
  try {
    await harness.start('exchange')
    await harness.openMarket(1_000)
    await harness.start('settlement')
    await harness.start('worker')
    const api = await harness.start('api')
    const live = await harness.start('live')
    const loadGenerator = await openLoadGenerator(harness, api.port)
    await loadGenerator.ask({ do: 'listen', port: live.port })
    const send = (forSeconds: number): Order =>
      rate === 'max'
        ? { do: 'loop', sockets: 256, seconds: forSeconds }
        : { do: 'steady', rate: Number(rate), seconds: forSeconds }
    // Warm: code is compiled, plans are made.
    await loadGenerator.ask<Shot>(send(3))
    await harness.settled()
    const fromUs = nowUs()
    const shot = await loadGenerator.ask<Shot>(send(seconds))
    await harness.settled()
    const toUs = nowUs()
    await loadGenerator.end()
    return { window: { fromUs, toUs }, accepted: shot.accepted }
  } finally {
    await harness.stop()
  }
}

function draw(role: Role, within: Window, orders: number): void {
  const profiles = readdirSync(join(folder, role)).map(
    (file) => JSON.parse(readFileSync(join(folder, role, file), 'utf8')) as CpuProfile,
  )
  const all = readProfiles(profiles, within, root)
  const title = `${role}: ${(all.us / 1e6).toFixed(1)} s busy for ${orders} orders at ${rate} a second`
  writeFileSync(join(folder, `${role}.svg`), drawFlame(title, all))
  console.log(`${title}: .dev/flame/${role}.svg`)
  for (const { name, where, share } of hottest(all, 12))
    console.log(`  ${(share * 100).toFixed(1).padStart(5)} % ${name} ${where}`)
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1_000n)
}
