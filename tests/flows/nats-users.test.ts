// Each process has its own NATS user. NATS refuses everything it does not need.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { natsRightsOf, natsUsers, type NatsUser, subjectsOf } from '@fairlot/contract/venue'
import { type NatsService, startNats } from '@fairlot/testkit/services/nats'
import { onFreePorts } from '@fairlot/testkit/services/process'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { openBus } from '../../apps/server/src/platform/bus.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { captureLog } from './support/captured-log.ts'
import { makeCertificates } from './support/certificates.ts'

const namespace = 'fairlot'
const subjects = subjectsOf(namespace)
const passwordOf = (user: string): string => `${user}-password`

let folder: string
let nats: NatsService
let caFile: string
let url: string
const open: NatsConnection[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-nats-users-'))
  makeCertificates(folder, ['DNS:localhost'])
  caFile = join(folder, 'ca.crt')
  nats = await onFreePorts(2, ([port, monitorPort]) =>
    startNats({
      folder,
      port: port!,
      monitorPort: monitorPort!,
      users: { namespace, passwordOf },
      tls: { certFile: join(folder, 'node.crt'), keyFile: join(folder, 'node.key') },
    }),
  )
  url = nats.url.replace('127.0.0.1', 'localhost')
  for (const user of natsUsers) writeFileSync(join(folder, `${user}.password`), `${passwordOf(user)}\n`)
})
afterAll(async () => {
  await Promise.all(open.map((connection) => connection.close()))
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

const everySubject: readonly string[] = [
  subjects.wakeExchange(0),
  subjects.events(0),
  subjects.books(0),
  subjects.askBooks(0),
  subjects.quote('2330'),
  subjects.indices,
  subjects.quotesHeartbeat,
  subjects.own('0190'),
  `${namespace}.reviews.decided`,
  `${namespace}.funds.reconcile`,
  'other.events.0',
  '$SYS.REQ.SERVER.PING',
  '$JS.API.INFO',
  '_INBOX.x',
]
const matches = (pattern: string, subject: string): boolean => {
  const [wanted, given] = [pattern.split('.'), subject.split('.')]
  return wanted.length === given.length && wanted.every((part, at) => part === '*' || part === given[at])
}

/** The subjects that NATS refuses this user, as NATS reports it. */
async function refusals(user: NatsUser): Promise<{ publish: Set<string>; subscribe: Set<string> }> {
  const connection = await connect({
    servers: url,
    user,
    pass: passwordOf(user),
    tls: { caFile },
  })
  open.push(connection)
  const refused = { publish: new Set<string>(), subscribe: new Set<string>() }
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type !== 'error') continue
      const found = /Permissions Violation for (Publish|Subscription) (?:to )?"([^"]+)"/i.exec(
        String(status.error),
      )
      if (found) refused[found[1] === 'Publish' ? 'publish' : 'subscribe'].add(found[2]!)
    }
  })()
  for (const subject of everySubject) {
    connection.publish(subject, '{}')
    connection.subscribe(subject, { callback: () => undefined })
  }
  await connection.flush()
  // The server answers in order: refusals have arrived before the answer to a second round.
  await connection.flush()
  return refused
}

describe.each(natsUsers)('the NATS user %s', (user) => {
  test('is refused every subject it does not need', async () => {
    const rights = natsRightsOf(namespace)[user]
    const refused = await refusals(user)
    for (const way of ['publish', 'subscribe'] as const) {
      const forbidden = everySubject.filter(
        (subject) => !rights[way].some((pattern) => matches(pattern, subject)),
      )
      await until(`${user} to be refused`, () => refused[way].size >= forbidden.length)
      expect([...refused[way]].toSorted()).toEqual(forbidden.toSorted())
    }
  })
})

test('only the exchange announces events and only quotes publishes prices', () => {
  const rights = natsRightsOf(namespace)
  const whoMay = (subject: string): NatsUser[] =>
    natsUsers.filter((user) => rights[user].publish.some((pattern) => matches(pattern, subject)))
  expect(whoMay(subjects.events(2))).toEqual(['exchange'])
  expect(whoMay(subjects.books(2))).toEqual(['exchange'])
  expect(whoMay(subjects.quote('2330'))).toEqual(['quotes'])
  expect(whoMay(subjects.own('x'))).toEqual(['api', 'worker', 'settlement'])
})

describe('a connection', () => {
  const address = (more: object = {}) => ({
    url,
    user: 'worker',
    passwordFile: join(folder, 'worker.password'),
    caFile,
    ...more,
  })

  test('signs in with user, password file and CA', async () => {
    const { log } = captureLog('bus')
    const bus = openBus(address(), 'test', log, makeMetrics('worker'))
    expect(await until('the bus', () => bus.isConnected())).toBe(true)
    await bus.close()
  })

  test('takes the first server of the list that answers', async () => {
    const { log } = captureLog('bus')
    const bus = openBus(address({ url: `tls://localhost:1, ${url}` }), 'test', log, makeMetrics('worker'))
    expect(await until('the bus', () => bus.isConnected())).toBe(true)
    await bus.close()
  })

  test('is retried after a wrong password until the password is right', async () => {
    const { log, lines } = captureLog('bus')
    const passwordFile = join(folder, 'late.password')
    writeFileSync(passwordFile, 'wrong')
    const bus = openBus(address({ passwordFile }), 'test', log, makeMetrics('worker'))
    await until('the refusal', () => lines.some((line) => line.includes('NATS does not let this process in')))
    expect(bus.isConnected()).toBe(false)
    writeFileSync(passwordFile, passwordOf('worker'))
    await until('the bus', () => bus.isConnected())
    await bus.close()
  })

  test('is refused when another CA signed the server certificate', async () => {
    const { log } = captureLog('bus')
    const stranger = join(folder, 'stranger')
    makeCertificates(stranger, ['DNS:localhost'])
    const bus = openBus(address({ caFile: join(stranger, 'ca.crt') }), 'test', log, makeMetrics('worker'))
    const known = openBus(address(), 'test', log, makeMetrics('worker'))
    await until('the one that knows the CA', () => known.isConnected())
    expect(bus.isConnected()).toBe(false)
    await Promise.all([bus.close(), known.close()])
  })
})
