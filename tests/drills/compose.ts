// npm run drill -- compose: runs deploy/compose/trial.yaml with podman and the images of deploy/images/make.sh. One order
// goes from a new member to the books; then the first process of each container is killed, and each must come back by
// itself; then a second order.

import { randomBytes } from 'node:crypto'
import { chownSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@fairlot/testkit/until'
import { type ApiClient, openApiClient } from '../../apps/practice/src/mentors/client.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { makeSecretsFile } from '../../apps/server/src/platform/secrets.ts'
import { type Containers, openContainers } from './support/containers.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { makeCertificates } from '../flows/support/certificates.ts'

const root = resolve(import.meta.dirname, '../..')
const origin = 'https://members.example'
const limits = { upSeconds: 180, backSeconds: 10 }
const secondsSince = (from: number): number => Math.round((performance.now() - from) / 100) / 10

/** Every variable of example.env, with new passwords. The files belong to the user of the images. */
function makeVariables(folder: string): Record<string, string> {
  makeCertificates(folder, ['DNS:nats'])
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(makeSecretsFile()), { mode: 0o600 })
  for (const file of ['secrets.json', 'node.key', 'node.crt', 'ca.crt'])
    chownSync(join(folder, file), 1_000, 1_000)
  const users = 'OWNER API CONSOLE CONSOLE_APP WORKER SETTLEMENT READER EXCHANGE QUOTES LIVE PRACTICE'.split(
    ' ',
  )
  const passwords = [
    ...[...users, 'PRACTICE_PROPOSER', 'PRACTICE_APPROVER', 'SEED'].map(
      (user) => `POSTGRES_${user}_PASSWORD`,
    ),
    ...'API CONSOLE WORKER SETTLEMENT QUOTES LIVE EXCHANGE PRACTICE'
      .split(' ')
      .map((user) => `NATS_${user}_PASSWORD`),
    'REDIS_PASSWORD',
  ]
  return {
    ...Object.fromEntries(passwords.map((name) => [name, randomBytes(24).toString('hex')])),
    PUBLIC_ORIGIN: origin,
    CONSOLE_ORIGIN: 'https://console.example',
    TRUST_PROXY: 'no',
    MARKET_CALENDAR: 'practice',
    PRACTICE_INTENSITY: '1',
    SECRETS_FILE: join(folder, 'secrets.json'),
    NATS_CA_FILE: join(folder, 'ca.crt'),
    NATS_TLS_CERT_FILE: join(folder, 'node.crt'),
    NATS_TLS_KEY_FILE: join(folder, 'node.key'),
  }
}

/** Whatever it throws, it is asked again. */
const eventually = <Value>(what: string, ask: () => Promise<Value | undefined>): Promise<Value> =>
  until(
    what,
    async () => {
      const answer = await ask().catch(() => undefined)
      if (answer === undefined) await pause(200)
      return answer
    },
    120_000,
  )

/** Buys at the upper limit and waits for the fill in the member's books. Returns the seconds of that wait. */
async function buy(member: ApiClient, symbol: string): Promise<number> {
  const orderId = newId()
  const placed = await eventually(`an order of ${symbol} to be accepted`, async () => {
    const terms = await member.call('/orders/terms', { symbol })
    if (!terms.ok || terms.data.upper == null) return undefined
    const answer = await member.call(
      '/orders/placeOrder',
      {
        orderId,
        symbol,
        direction: 'long',
        multiple: 100,
        dayTrade: false,
        quantity: 1_000,
        price: terms.data.upper,
        validity: 'ROD',
        terms: terms.data.hash,
        acknowledged: ['far-price', 'equity-share'],
      },
      orderId,
    )
    if (!answer.ok) console.log(`order: ${answer.msg}`)
    return answer.ok ? performance.now() : undefined
  })
  await eventually(`the fill of ${symbol}`, async () => {
    const answer = await member.call('/orders/readOrder', { orderId })
    return answer.ok && answer.data.fills.length > 0 ? true : undefined
  })
  return secondsSince(placed)
}

/** Kills the first process of the container from outside: podman takes `podman kill` for a wanted stop. */
async function strike(containers: Containers, name: string): Promise<number> {
  const pid = await containers.pidOf(name)
  process.kill(pid, 'SIGKILL')
  const from = performance.now()
  await eventually(`${name} to be back`, async () => {
    const now = await containers.pidOf(name)
    return now !== 0 && now !== pid && (await containers.isHealthy(name)) ? true : undefined
  })
  return secondsSince(from)
}

const ask = (containers: Containers, query: string): Promise<string> =>
  containers.exec('postgres', 'psql', '-U', 'fairlot_owner', '-d', 'fairlot', '-Atc', query)
/** Processes that reported in the last ten seconds without NATS. */
const withoutNats = (containers: Containers): Promise<string> =>
  ask(
    containers,
    `SELECT coalesce(string_agg(DISTINCT process, ' '), '') FROM status.heartbeats WHERE stopped_at IS NULL
       AND heartbeat_at > now() - interval '10 seconds' AND figures ->> 'nats' = '0'`,
  )
const differences = (containers: Containers): Promise<string> =>
  ask(containers, 'SELECT count(*) FROM app.reconcile() WHERE difference <> 0')

async function run(context: DrillContext): Promise<DrillResult> {
  const { folder, say, atEnd } = context
  const port = context.option('port', 27_080)
  const containers = openContainers({
    file: join(root, 'deploy/compose/trial.yaml'),
    project: 'fairlot-drill',
    folder,
    variables: makeVariables(folder),
    portOffset: port - 8_080,
  })
  await containers.down()
  atEnd(() => containers.down())
  const from = performance.now()
  await containers.up()
  const upSeconds = secondsSince(from)
  say(`up after ${upSeconds} s`)
  const client = openApiClient(`http://127.0.0.1:${port}`, origin, 'fairlot-drill')
  await eventually('a member to enter', async () => {
    await client.enter({ account: '0987000047', password: `drill-${randomBytes(8).toString('hex')}` })
    return true
  })
  const firstOrderSeconds = await buy(client, '2317')
  say(`first order in the books after ${firstOrderSeconds} s`)
  const back: Record<string, number> = {}
  for (const name of containers.lasting) {
    back[name] = await strike(containers, name)
    say(`${name} back after ${back[name]} s`)
  }
  const secondOrderSeconds = await buy(client, '2454')
  await eventually('every process to have NATS', async () =>
    (await withoutNats(containers)) === '' ? true : undefined,
  )
  const broken = Number(await differences(containers))
  const late = Object.entries(back).filter(([, seconds]) => seconds > limits.backSeconds)
  return {
    figures: {
      containers: containers.lasting.length,
      upSeconds,
      firstOrderSeconds,
      secondOrderSeconds,
      differencesInTheBooks: broken,
      longestBackSeconds: Math.max(...Object.values(back)),
      backSeconds: back,
      limits,
    },
    problems: [
      ...(broken > 0 ? [`the books have ${broken} differences`] : []),
      ...(upSeconds > limits.upSeconds ? [`up after ${upSeconds} s, above ${limits.upSeconds}`] : []),
      ...late.map(([name, seconds]) => `${name} was back after ${seconds} s, above ${limits.backSeconds}`),
    ],
  }
}

await runDrill({ name: 'compose', kind: 'containers', options: [], run })
