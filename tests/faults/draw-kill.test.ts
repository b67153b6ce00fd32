// kill -9 before and after every durable write of a draw and of the money it decides (drawWrites in
// apps/server/src/platform/crash-points.ts): the announcement, an application, the close of the list, the release of the
// secret, the result, the losers' refunds, payment by the member and at the deadline, the next drawn, a void draw. Each
// time another process goes on; every payment and refund is made once, the draw can be repeated, and the books agree.
// A normal run kills at a few points; FAIRLOT_PROVE=1 kills at all and writes evidence/draws.json.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningBeacon, startBeacon } from '../../apps/practice/src/beacon/serve.ts'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { type DrawWrite, drawWrites } from '../../apps/server/src/platform/crash-points.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { checkDraw } from '../../packages/proof/src/index.ts'
import { captureLog } from '../flows/support/captured-log.ts'
import { drawTools, readDrawFile } from '../flows/support/draw-file.ts'
import { writeEvidencePart } from '../flows/support/evidence.ts'
import { fundPassword } from '../flows/support/fund-harness.ts'
import {
  beaconEnvironment,
  newBeaconKey,
  type OfferHarness,
  openOfferHarness,
  type TestOffer,
} from '../flows/support/offer-harness.ts'
import { signInAgain, type TestMember } from '../flows/support/start-test-api.ts'
import { TestClient } from '../flows/support/test-client.ts'
import { testEnvironment, testOrigin } from '../flows/support/test-config.ts'
import { spawnChild } from './support/spawn-child.ts'

type Side = 'before' | 'after'
/** In one round every write dies on the same side, or the usual ones on theirs. */
type Round = Side | 'usual'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
/** The points of a normal run: where money moves. */
const usual: Partial<Record<DrawWrite, Side>> = {
  'draw.decide': 'before',
  'offer.book': 'after',
  'offer.collect': 'before',
  'application.pay': 'after',
  'offer.move-up': 'before',
  'offer.refund': 'after',
}
const minute = 60_000
const where = { before: 'before each write', after: 'after each write', usual: 'at some writes' }

let folder: string
let beacon: RunningBeacon
let harness: OfferHarness
let members: TestMember[]
let environment: Readonly<Record<string, string>>
const visited = new Set<string>()
let checks = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-draw-kill-'))
  const key = newBeaconKey()
  const keyFile = join(folder, 'beacon.key')
  writeFileSync(keyFile, Buffer.from(key).toString('hex'))
  const settings = { port: 0, keyFile, metricsPort: 0, logLevel: 'silent' }
  beacon = await startBeacon(settings, captureLog('beacon').log, () => harness.clock.now().getTime())
  environment = {
    ...beaconEnvironment(key, `http://127.0.0.1:${beacon.port}`),
    SECRETS_FILE: join(folder, 'secrets.json'),
    RATE_LIMIT_FACTOR: '1000',
  }
  harness = await openOfferHarness({ key, environment })
  members = [await harness.member(), await harness.member(), await harness.member()]
})
afterAll(async () => {
  await harness?.stop()
  await beacon?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const spawnPart = (part: string, point: string) =>
  spawnChild(part, {
    ...testEnvironment(harness.api.database, environment),
    DATABASE_URL: part === 'api' ? harness.api.database.apiUrl : harness.api.database.workerUrl,
    CHILD_NOW: String(harness.clock.now().getTime()),
    FAIRLOT_CRASH_AT: point,
  })

/** After every kill, also in the middle of a step. */
async function booksAgree(): Promise<void> {
  expect(await requestBreaches(harness.api.database)).toEqual([])
  const { broken } = await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
  expect(broken).toEqual([])
  checks += 1
}

const rounds: readonly Round[] = isWhole ? ['before', 'after'] : ['usual']
const pointOf = (write: DrawWrite, round: Round): string | undefined => {
  const side = round === 'usual' ? usual[write] : round
  return side && `${write}.${side}`
}

/** A worker runs the loop and dies at each of the points; then this process does what is left. */
async function killed(
  loop: 'offers-advance' | 'draws' | 'reviews-execute',
  round: Round,
  writes: readonly DrawWrite[],
): Promise<void> {
  for (const write of writes) {
    const point = pointOf(write, round)
    if (point === undefined) continue
    const child = spawnPart(loop, point)
    expect(await child.endedByItself(), child.said()).toBe('SIGKILL')
    visited.add(point)
    await booksAgree()
  }
  if (loop === 'draws') await harness.keepDraws()
  else if (loop === 'reviews-execute') await harness.execute()
  else await harness.advance()
  await booksAgree()
}

/** An api dies at the point; the phone sends the same request again to another. */
async function ask(
  member: TestMember,
  round: Round,
  write: DrawWrite,
  path: string,
  body: object,
): Promise<void> {
  const key = newId()
  const point = pointOf(write, round)
  if (point !== undefined) {
    const child = spawnPart('api', point)
    const phone = new TestClient(`http://127.0.0.1:${await child.port()}`, testOrigin)
    for (const [name, value] of member.client.cookies) phone.cookies.set(name, value)
    phone.session = member.client.session
    phone.ip = member.client.ip
    await expect(phone.call(path, body, { key })).rejects.toThrow(/fetch failed|terminated|socket/)
    expect(await child.endedByItself()).toBe('SIGKILL')
    visited.add(point)
    await booksAgree()
  }
  const reply = await member.client.call(path, body, { key })
  expect([reply.http, reply.body.msg.startsWith('done.')], JSON.stringify(reply.body)).toEqual([200, true])
}

const setClock = (at: Date, later = 0): void =>
  harness.clock.set(new Date(at.getTime() + later).toISOString())

/** Published and open, by a worker that dies while it announces the draw. */
async function opened(round: Round, over: object): Promise<TestOffer> {
  for (const member of members) await signInAgain(member)
  const offer = await harness.publish({ price: '100', ...over })
  setClock(offer.announcesAt)
  await killed('offers-advance', round, ['draw.announce'])
  setClock(offer.opensAt)
  await harness.advance()
  return offer
}
const apply = (member: TestMember, round: Round, { offerId }: TestOffer): Promise<void> =>
  ask(member, round, 'application.apply', '/new-shares/apply', {
    applicationId: newId(),
    offerId,
    shares: 1_000,
    fundPassword,
  })
const applicationOf = async (member: TestMember, { offerId }: TestOffer) =>
  (await harness.read(member, offerId)).applications[0]!

/** From the close of the list to the call of the winners, by workers that die at each write. */
async function drawn(round: Round, offer: TestOffer): Promise<void> {
  setClock(offer.closesAt)
  await killed('offers-advance', round, ['draw.close'])
  await harness.voteRelease(await harness.drawOf(offer.offerId))
  await killed('reviews-execute', round, ['draw.release'])
  setClock(offer.drawsAt, minute)
  await killed('draws', round, ['draw.decide'])
  await killed('offers-advance', round, ['offer.places', 'offer.book', 'offer.call'])
  await repeats(offer)
}

/** The phone repeats the draw from what is published, and each step happened once. */
async function repeats({ offerId }: TestOffer): Promise<void> {
  const drawId = (await harness.read(members[0]!, offerId)).offer.drawId!
  const { steps } = await checkDraw(drawTools, await readDrawFile(members[0]!.client, drawId))
  expect(new Set(Object.values(steps))).toEqual(new Set(['right']))
  expect(await actionsOf(drawId)).toEqual([
    'draws.announced',
    'draws.closed',
    'draws.decided',
    'draws.released',
  ])
}
const actionsOf = async (drawId: string): Promise<readonly string[]> =>
  (
    await harness.api.db.query<{ action: string }>(
      'SELECT action FROM audit.entries WHERE subject = $1 ORDER BY action',
      [`draw:${drawId}`],
    )
  ).map(({ action }) => action)

const states = async (offer: TestOffer): Promise<readonly string[]> =>
  (await Promise.all(members.map(async (member) => (await applicationOf(member, offer)).state))).toSorted()
const withState = async (offer: TestOffer, state: string): Promise<TestMember> => {
  for (const member of members) if ((await applicationOf(member, offer)).state === state) return member
  throw new Error(`no application of ${offer.symbol} is ${state}`)
}
const pay = async (member: TestMember, round: Round, offer: TestOffer): Promise<void> => {
  const { applicationId } = await applicationOf(member, offer)
  await ask(member, round, 'application.pay', '/new-shares/pay', { applicationId })
}

for (const round of rounds) {
  it(`a prepaid offer pays and refunds once, killed ${where[round]}`, async () => {
    const offer = await opened(round, { lots: 2 })
    for (const member of members) await apply(member, round, offer)
    const { applicationId } = await applicationOf(members[1]!, offer)
    await ask(members[1]!, round, 'application.cancel', '/new-shares/cancel', { applicationId })
    await apply(members[1]!, round, offer)
    await drawn(round, offer)
    expect(await states(offer)).toEqual(['not-won', 'payment-due', 'payment-due'])
    await pay(await withState(offer, 'payment-due'), round, offer)
    setClock(offer.payBy)
    await killed('offers-advance', round, ['offer.collect', 'offer.settle'])
    expect(await states(offer)).toEqual(['not-won', 'paid', 'paid'])
  })

  it(`an unpaid place moves on once, killed ${where[round]}`, async () => {
    const offer = await opened(round, { paymentMode: 'on_win' })
    for (const member of members) await apply(member, round, offer)
    await drawn(round, offer)
    setClock(offer.payBy)
    await killed('offers-advance', round, ['offer.move-up', 'offer.call'])
    expect(await states(offer)).toEqual(['not-won', 'payment-due', 'unpaid'])
    await pay(await withState(offer, 'payment-due'), round, offer)
    await killed('offers-advance', round, ['offer.settle'])
    expect(await states(offer)).toEqual(['not-won', 'paid', 'unpaid'])
  })

  it(`a void draw returns everything once, killed ${where[round]}`, async () => {
    const offer = await opened(round, {})
    const before = await Promise.all(members.map((member) => harness.available(member)))
    for (const member of members) await apply(member, round, offer)
    setClock(offer.closesAt)
    await killed('draws', round, ['draw.close'])
    await harness.advance()
    setClock(offer.drawsAt, 5 * minute)
    await killed('draws', round, ['draw.void'])
    await killed('offers-advance', round, ['offer.void', 'offer.refund'])
    expect(await states(offer)).toEqual(['void', 'void', 'void'])
    expect(await Promise.all(members.map((member) => harness.available(member)))).toEqual(before)
  })
}

it('every point of this run was visited', () => {
  const points = drawWrites.flatMap((write) => rounds.flatMap((round) => pointOf(write, round) ?? []))
  expect([...visited].toSorted()).toEqual(points.toSorted())
  if (isWhole)
    writeEvidencePart('draws', { kills: { points: points.length, checks, breaches: 0, visited: points } })
})
