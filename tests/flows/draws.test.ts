// A draw from its announcement to its order on real PostgreSQL, the real beacon process and reviews of two operators:
// every state, every refusal of the database, and what the api publishes.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningBeacon, startBeacon } from '../../apps/practice/src/beacon/serve.ts'
import { verifyTrees } from '../../apps/server/src/features/audit/index.ts'
import { openBeaconClient } from '../../apps/server/src/features/draws/beacon-client.ts'
import {
  closeDraw,
  type DrawDeps,
  type DrawPlan,
  issueTicket,
  planDraw,
  readOutcome,
  readTickets,
  withdrawTicket,
} from '../../apps/server/src/features/draws/index.ts'
import { keepDraws, remindOfReleases } from '../../apps/server/src/features/draws/jobs.ts'
import { drawReviews } from '../../apps/server/src/features/draws/reviews.ts'
import { drawsConsoleHandlers } from '../../apps/server/src/features/draws/routes.console.ts'
import { drawStates } from '../../packages/contract/src/draws/index.ts'
import { beaconPublicKey } from '../../packages/proof/src/beacon.ts'
import {
  checkDraw,
  practiceChain,
  rootOfPath,
  leafHash,
  timeOfRound,
} from '../../packages/proof/src/index.ts'
import { sha256 } from '../../packages/proof/src/testing/made-draw.ts'
import { drawTransitions } from '../../packages/rules/src/draws/index.ts'
import { captureLog } from './support/captured-log.ts'
import { rightLines } from './support/database-rights.ts'
import { drawTools, readDrawFile } from './support/draw-file.ts'
import { insertMember } from './support/insert-member.ts'
import { type Db, openDb } from './support/open-db.ts'
import { roleMatrix } from './support/role-matrix.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { type Deciding, openDeciding } from './support/two-operators.ts'

const minuteMs = 60_000
const key = Buffer.alloc(32, 5)
const chain = practiceChain(beaconPublicKey(key))

let folder: string
let api: TestApi
let worker: Db
let asConsole: Db
let deciding: Deciding
let beacon: RunningBeacon
let deps: DrawDeps
/** The beacon's clock: a round appears when a test says so. */
let beaconTime = 0
let member: TestMember

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-beacon-'))
  const keyFile = join(folder, 'beacon.key')
  writeFileSync(keyFile, key.toString('hex'))
  const settings = { port: 0, keyFile, metricsPort: 0, logLevel: 'silent' }
  beacon = await startBeacon(settings, captureLog('beacon').log, () => beaconTime)
  api = await startTestApi()
  worker = openDb({ url: api.database.workerUrl, poolSize: 4, applicationName: 'test-worker' })
  asConsole = openDb({ url: api.database.consoleUrl, poolSize: 2, applicationName: 'test-console' })
  deps = { secrets: api.config.secrets, beacon: chain, profile: 'practice' }
  deciding = await openDeciding(api.database, [drawReviews(deps)])
  await api.db.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'market')`, [
    deciding.operators[0]!.operatorId,
  ])
  member = await api.member()
})
afterAll(async () => {
  await Promise.all([worker.close(), asConsole.close(), deciding.stop(), beacon.stop()])
  await api.stop()
  rmSync(folder, { recursive: true })
})

const before = (minutes: number): Date => new Date(Date.now() - minutes * minuteMs)
const after = (minutes: number): Date => before(-minutes)
const at = (now: Date) => ({ now, requestId: 'test' })

/** Announced an hour ago, closed half an hour ago; votes are counted by the real clock. */
const plan = (over: Partial<DrawPlan> = {}): Promise<string> =>
  worker.transaction((tx) =>
    planDraw(
      tx,
      deps,
      {
        kind: 'new-shares',
        subjectId: randomUUID(),
        title: { tw: '澄海生技', en: 'Clearsea Biotech' },
        rules: { lots: 1 },
        closesAt: before(30),
        places: 3,
        schedule: { releaseBy: after(10), fallbackReleaseBy: after(20) },
        ...over,
      },
      at(before(60)),
    ),
  )
const issue = (drawId: string, memberId = member.memberId, reference = randomUUID(), now = before(50)) =>
  api.asApi.transaction((tx) => issueTicket(tx, deps, { drawId, memberId, reference }, now))
const fill = (drawId: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => issue(drawId)))
const keep = (now: Date, relays = [`http://127.0.0.1:${beacon.port}`]) =>
  keepDraws({ db: worker, secrets: deps.secrets, beaconClient: openBeaconClient(relays) }, now)
const outcome = (drawId: string) => worker.transaction((tx) => readOutcome(tx, drawId))
const propose = (drawId: string, over: object = {}) =>
  drawsConsoleHandlers({ db: asConsole }).proposeRelease({ drawId, reason: 'list and checks seen' }, {
    caller: deciding.operators[0],
    now: new Date(),
    requestId: 'test',
    ...over,
  } as never)
/** Proposed by one operator, approved by the other, executed by the worker. */
async function release(drawId: string): Promise<void> {
  expect(await propose(drawId)).toMatchObject({ ok: true })
  await deciding.second('draw-release', drawId)
}
const row = async (drawId: string): Promise<any> =>
  (await api.db.query<any>('SELECT * FROM app.draws WHERE id = $1', [drawId]))[0]
const roundTime = async (drawId: string): Promise<Date> => {
  const { release_round: round } = await row(drawId)
  beaconTime = timeOfRound(chain, Number(round))
  return new Date(beaconTime)
}
const actions = async (drawId: string): Promise<string[]> =>
  (
    await api.db.query<{ action: string }>(
      'SELECT action FROM audit.entries WHERE subject = $1 ORDER BY recorded_at, entry_id',
      [`draw:${drawId}`],
    )
  ).map(({ action }) => action)
const read = async (path: string, body: object, client = api.client()) => (await client.call(path, body)).body

describe('a draw', () => {
  test('is announced, closed, released and decided, and the phone repeats it', async () => {
    const drawId = await plan()
    const issued = await fill(drawId, 40)
    const announced = (await read('/draws/detail', { drawId })).data.draw
    expect(announced).toMatchObject({ state: 'committed', release: null, beacon: null, isPractice: true })
    expect((await read('/draws/tickets', { drawId, from: 0 })).msg).toBe('draw.not-found')
    expect((await read('/draws/list', {})).data.draws).toContainEqual(
      expect.objectContaining({ drawId, tickets: 40, places: 3 }),
    )
    expect(await outcome(drawId)).toEqual({ state: 'open' })

    expect(await keep(before(31))).toBe(0)
    expect(await keep(before(29))).toBe(1)
    expect(await outcome(drawId)).toEqual({ state: 'closed' })
    expect(await keep(new Date())).toBe(0)

    await release(drawId)
    expect(await outcome(drawId)).toEqual({ state: 'released' })
    // The secret is public before the round, so that anyone can compute the result.
    const { draw } = (await read('/draws/detail', { drawId })).data
    expect(draw.release.secret).toMatch(/^[0-9a-f]{64}$/)

    const appears = await roundTime(drawId)
    beaconTime -= 1
    expect(await keep(appears)).toBe(0)
    expect(await keep(appears, ['http://127.0.0.1:9'])).toBe(0)
    beaconTime += 1
    expect(await keep(appears)).toBe(1)
    expect(await keep(after(60))).toBe(0)

    const decided = await outcome(drawId)
    if (decided.state !== 'decided') throw new Error(decided.state)
    expect(decided.places).toBe(3)
    expect(decided.order.map(({ ticketId }) => ticketId).sort()).toEqual(
      issued.map(({ ticketId }) => ticketId).sort(),
    )
    expect(await actions(drawId)).toEqual([
      'draws.announced',
      'draws.closed',
      'draws.released',
      'draws.decided',
    ])

    const file = await readDrawFile(member.client, drawId)
    const checked = await checkDraw(drawTools, file)
    expect(new Set(Object.values(checked.steps))).toEqual(new Set(['right']))
    expect(checked.order).toEqual(decided.order.map(({ ticketId }) => ticketId))

    const { tickets } = (await read('/draws/mine', { drawId }, member.client)).data
    for (const { ticketId, proof, rank } of tickets) {
      const leaf = await leafHash(sha256, ticketId)
      expect(await rootOfPath(sha256, { size: 40, leaf, ...proof })).toBe(file.root.root)
      expect(checked.order[rank - 1]).toBe(ticketId)
    }
    const shown = await api.asApi.transaction((tx) =>
      readTickets(tx, deps, { drawId, memberId: member.memberId }),
    )
    expect(shown).toEqual(tickets)
    const other = await api.member()
    expect((await read('/draws/mine', { drawId }, other.client)).data.tickets).toEqual([])

    const reader = openDb({ url: api.database.readerUrl, poolSize: 2, applicationName: 'test-reader' })
    const { publicKey } = deps.secrets.auditKey()
    const trusted = publicKey.export({ format: 'der', type: 'spki' })
    expect(await verifyTrees(reader, [trusted])).toMatchObject({ ok: true })
    await reader.close()
  })

  test('without tickets is void at its close', async () => {
    const drawId = await plan()
    expect(await keep(before(29))).toBe(1)
    expect(await outcome(drawId)).toEqual({ state: 'void', reason: 'no-tickets' })
    expect(await actions(drawId)).toEqual(['draws.announced', 'draws.void'])
  })

  test('released late is decided by the fallback round', async () => {
    const drawId = await plan({ schedule: { releaseBy: before(10), fallbackReleaseBy: after(10) } })
    await fill(drawId, 5)
    await keep(before(29))
    await release(drawId)
    const { release_round: round, fallback_round: fallback } = await row(drawId)
    expect(round).toBe(fallback)
    expect(await keep(await roundTime(drawId))).toBe(1)
    const { steps } = await checkDraw(drawTools, await readDrawFile(member.client, drawId))
    expect(new Set(Object.values(steps))).toEqual(new Set(['right']))
  })

  test('not released by the last deadline is void', async () => {
    const drawId = await plan({ schedule: { releaseBy: after(1), fallbackReleaseBy: after(3) } })
    await fill(drawId, 2)
    await keep(before(29))
    expect(await propose(drawId)).toMatchObject({ ok: true })
    expect(await keep(after(4))).toBe(1)
    expect(await outcome(drawId)).toEqual({ state: 'void', reason: 'not-released' })
    // An approval that comes too late changes nothing.
    await deciding.second('draw-release', drawId)
    expect((await row(drawId)).state).toBe('void')
    const [review] = await api.db.query<any>('SELECT outcome FROM app.reviews WHERE subject = $1', [drawId])
    expect(review.outcome).toBe('release-too-late')
  })

  test('waits for its own round and refuses a forged one', async () => {
    const drawId = await plan()
    await fill(drawId, 4)
    await keep(before(29))
    await release(drawId)
    const appears = await roundTime(drawId)
    const forged = {
      fetchRound: async (_chain: unknown, round: number) => ({ round, signature: '8'.padEnd(96, '0') }),
    }
    const forging = keepDraws({ db: worker, secrets: deps.secrets, beaconClient: forged }, appears)
    await expect(forging).rejects.toThrow('could not move on')
    expect(await outcome(drawId)).toEqual({ state: 'released' })
    expect(await keep(appears)).toBe(1)
  })

  test('is decided once by two workers, and again after a crash', async () => {
    const drawId = await plan()
    await fill(drawId, 30)
    await keep(before(29))
    await release(drawId)
    const appears = await roundTime(drawId)
    // The connection breaks after the ranks are written and before the state is.
    const breaking: Db = {
      ...worker,
      transaction: (run) =>
        worker.transaction((tx) =>
          run({
            query: (text, values) =>
              text.includes(`state = 'decided'`) ? Promise.reject(new Error('gone')) : tx.query(text, values),
          }),
        ),
    }
    const beaconClient = openBeaconClient([`http://127.0.0.1:${beacon.port}`])
    await expect(keepDraws({ db: breaking, secrets: deps.secrets, beaconClient }, appears)).rejects.toThrow(
      'could not move on',
    )
    expect(await api.db.query('SELECT FROM app.draw_ranks WHERE draw_id = $1', [drawId])).toEqual([])
    const did = await Promise.all([keep(appears), keep(appears)])
    expect(did[0] + did[1]).toBe(1)
    const { steps } = await checkDraw(drawTools, await readDrawFile(member.client, drawId))
    expect(steps.order).toBe('right')
  })
})

describe('tickets', () => {
  test('are one per application and belong to one member', async () => {
    const drawId = await plan()
    const reference = randomUUID()
    const first = await issue(drawId, member.memberId, reference)
    expect(await issue(drawId, member.memberId, reference)).toEqual(first)
    const other = randomUUID()
    await insertMember(api.db, other, before(60))
    await expect(issue(drawId, other, reference)).rejects.toThrow('belongs to another member')
  })

  test('can be withdrawn until the close and not after', async () => {
    const drawId = await plan()
    const reference = randomUUID()
    await issue(drawId, member.memberId, reference)
    await fill(drawId, 1)
    const withdraw = (now: Date) =>
      api.asApi.transaction((tx) => withdrawTicket(tx, { drawId, reference }, now))
    await withdraw(before(40))
    await issue(drawId, member.memberId, reference)
    await expect(withdraw(before(30))).rejects.toThrow('tickets ended')
    await expect(issue(drawId, member.memberId, randomUUID(), before(30))).rejects.toThrow('tickets ended')
    await keep(before(29))
    expect((await row(drawId)).tickets).toBe(2)
    // The database knows the state, whatever time the api claims.
    await expect(withdraw(before(50))).rejects.toThrow('tickets ended')
  })

  test('a close waits for tickets that are being issued', async () => {
    const drawId = await plan()
    let closing: Promise<void> | undefined
    await api.asApi.transaction(async (tx) => {
      await issueTicket(tx, deps, { drawId, memberId: member.memberId, reference: randomUUID() }, before(50))
      closing = worker.transaction((other) => closeDraw(other, deps, drawId, at(before(29))))
      await expect
        .poll(async () => {
          const [waiting] = await api.db.query<{ count: bigint }>(
            `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'test-worker'`,
          )
          return Number(waiting!.count)
        })
        .toBe(1)
    })
    await closing
    expect((await row(drawId)).tickets).toBe(1)
  })
})

describe('the database refuses', () => {
  let drawId: string
  beforeAll(async () => {
    drawId = await plan()
    await fill(drawId, 6)
    await keep(before(29))
    await release(drawId)
    await keep(await roundTime(drawId))
    expect((await row(drawId)).state).toBe('decided')
  })

  const tampering: Readonly<Record<string, string>> = {
    'a ticket less': `DELETE FROM app.draw_tickets WHERE draw_id = $1`,
    'another salt': `UPDATE app.draw_tickets SET salt = sha256(salt) WHERE draw_id = $1`,
    'a ticket more': `INSERT INTO app.draw_tickets SELECT draw_id, sha256(id), member_id, gen_random_uuid(), salt, issued_at
      FROM app.draw_tickets WHERE draw_id = $1 LIMIT 1`,
    'another secret': `UPDATE app.draws SET secret = sha256(secret) WHERE id = $1`,
    'another sealed secret': `UPDATE app.draw_secrets SET sealed = 'x' WHERE draw_id = $1`,
    'no sealed secret': `DELETE FROM app.draw_secrets WHERE draw_id = $1`,
    'a second sealed secret': `INSERT INTO app.draw_secrets VALUES ($1, 'x') ON CONFLICT (draw_id) DO UPDATE SET sealed = 'x'`,
    'another commitment': `UPDATE app.draws SET commitment = sha256('x') WHERE id = $1`,
    'other terms': `UPDATE app.draws SET terms = '{}' WHERE id = $1`,
    'more places': `UPDATE app.draws SET places = places + 1 WHERE id = $1`,
    'another round': `UPDATE app.draws SET round = round + 1 WHERE id = $1`,
    'another root': `UPDATE app.draws SET root = sha256(root) WHERE id = $1`,
    'a root signed again': `UPDATE audit.trees SET root = sha256(root), signature = signature WHERE asset = $1::uuid::text`,
    'no root': `DELETE FROM audit.trees WHERE asset = $1::uuid::text`,
    'another leaf': `UPDATE audit.tree_leaves SET body = 'x' WHERE tree IN (SELECT id FROM audit.trees WHERE asset = $1::uuid::text)`,
    'a leaf less': `DELETE FROM audit.tree_leaves WHERE tree IN (SELECT id FROM audit.trees WHERE asset = $1::uuid::text)`,
    'another seed': `UPDATE app.draws SET seed = sha256(seed) WHERE id = $1`,
    'another order': `UPDATE app.draw_ranks SET rank = rank + 100 WHERE draw_id = $1`,
    'a rank less': `DELETE FROM app.draw_ranks WHERE draw_id = $1`,
    'a rank more': `INSERT INTO app.draw_ranks SELECT draw_id, rank + 100, ticket_id, n FROM app.draw_ranks WHERE draw_id = $1`,
    'back to the tickets': `UPDATE app.draws SET state = 'committed', tickets = NULL, root = NULL, closed_at = NULL WHERE id = $1`,
    'no draw at all': `DELETE FROM app.draws WHERE id = $1`,
  }

  // Tried as the owner, who has every right: only the triggers and constraints are left.
  test.each(Object.entries(tampering))('%s after the decision', async (_name, statement) => {
    await expect(api.db.query(statement, [drawId])).rejects.toThrow(
      /the list is closed|what is published stays|are kept|written once|duplicate key|only grows|does not go from/,
    )
  })

  const roleUrls = () =>
    Object.entries(api.database).filter((one): one is [string, string] => one[0].endsWith('Url'))
  /** Everything that the draw has published or committed to. */
  const published = async (id: string): Promise<unknown> =>
    (
      await api.db.query(
        `SELECT d::text AS draw, (SELECT sealed FROM app.draw_secrets WHERE draw_id = d.id) AS sealed,
           (SELECT md5(string_agg(t::text, ',' ORDER BY t.id)) FROM app.draw_tickets t WHERE t.draw_id = d.id) AS list,
           (SELECT md5(string_agg(r::text, ',' ORDER BY r.rank)) FROM app.draw_ranks r WHERE r.draw_id = d.id) AS ranks,
           (SELECT md5(string_agg(x::text, ',' ORDER BY x.id)) FROM audit.trees x WHERE x.asset = d.id::text) AS roots,
           (SELECT md5(string_agg(l::text, ',' ORDER BY l.n)) FROM audit.trees x JOIN audit.tree_leaves l ON l.tree = x.id
            WHERE x.asset = d.id::text) AS leaves
         FROM app.draws d WHERE d.id = $1`,
        [id],
      )
    )[0]

  test('every change by every role from the close on', async () => {
    const closed = await plan()
    const released = await plan()
    for (const id of [closed, released]) await fill(id, 6)
    await keep(before(29))
    await release(released)
    const all = [closed, released, drawId]
    const kept = await Promise.all(all.map(published))
    expect(roleUrls().length).toBeGreaterThan(8)
    for (const [name, url] of roleUrls()) {
      const db = openDb({ url, poolSize: 2, applicationName: 'test-tampering' })
      for (const [what, statement] of Object.entries(tampering))
        for (const id of all) {
          const did = await db.query(statement, [id]).then(
            () => 'accepted',
            () => 'refused',
          )
          // Accepted only where there is nothing yet to change.
          if (did === 'accepted')
            expect([name, what, await published(id)]).toEqual([name, what, kept[all.indexOf(id)]])
        }
      await db.close()
    }
    expect(await Promise.all(all.map(published))).toEqual(kept)
  })

  test('every right on a draw that the matrix does not list', async () => {
    const ofDraws = (lines: readonly string[]) =>
      lines.filter((line) => /app\.draw|audit\.tree|member of|draw.* as definer/.test(line)).toSorted()
    const listed = ofDraws(roleMatrix)
    expect(ofDraws(await rightLines(api.db))).toEqual(listed)
    expect(listed.filter((line) => line.startsWith('fairlot_console app.draw'))).toEqual([])
    for (const planted of [
      'GRANT UPDATE (secret) ON app.draws TO fairlot_console',
      'GRANT INSERT ON app.draw_ranks TO fairlot_api',
      'GRANT UPDATE ON app.draw_tickets TO fairlot_worker',
      'GRANT DELETE ON app.draw_secrets TO fairlot_console',
      'GRANT UPDATE (root) ON audit.trees TO fairlot_worker',
      'GRANT fairlot_worker TO fairlot_console',
      `CREATE FUNCTION app.draw_again(uuid) RETURNS void LANGUAGE sql SECURITY DEFINER AS 'UPDATE app.draws SET state = state';
       GRANT EXECUTE ON FUNCTION app.draw_again TO fairlot_console`,
    ]) {
      const found = await plantedIn(planted, (tx) => rightLines(tx))
      expect([planted, ofDraws(found)]).not.toEqual([planted, listed])
    }
  })

  /** Rolled back: the next test finds the database as it was. */
  async function plantedIn<Value>(
    sql: string,
    find: (tx: Pick<Db, 'query'>) => Promise<Value>,
  ): Promise<Value> {
    const { owner } = deciding
    await owner.query('BEGIN')
    try {
      await owner.query(sql)
      return await find({
        query: async (text, values) => (await owner.query(text, [...(values ?? [])])).rows,
      })
    } finally {
      await owner.query('ROLLBACK')
    }
  }

  test('a forged ticket and a secret that was not committed', async () => {
    const open = await plan()
    await expect(
      api.db.query(
        `INSERT INTO app.draw_tickets VALUES ($1, sha256('x'), $2, gen_random_uuid(), sha256('y'), now())`,
        [open, member.memberId],
      ),
    ).rejects.toThrow('draw_tickets_hash')
    await fill(open, 1)
    await keep(before(29))
    const review = (await row(drawId)).release_review
    const [other] = await api.db.query<{ id: string }>(
      `SELECT id FROM app.reviews WHERE kind = 'draw-release' AND id <> $1 LIMIT 1`,
      [review],
    )
    const statement = `UPDATE app.draws SET state = 'released', released_at = now(), release_review = $2,
      secret = sha256('x'), release_round = round WHERE id = $1`
    await expect(api.db.query(statement, [open, other!.id])).rejects.toThrow(
      'two operators have not released it',
    )
    // Without the triggers the constraint is left.
    const forced = api.db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica')
      await tx.query(statement, [open, randomUUID()])
    })
    await expect(forced).rejects.toThrow('draws_secret_is_committed')
  })

  test('every step that is not in the table of transitions', async () => {
    const open = await plan()
    for (const from of drawStates) {
      for (const to of drawStates) {
        if (from === to || drawTransitions.some(([a, b]) => a === from && b === to)) continue
        const [step] = await api.db.query<{ count: bigint }>(
          `SELECT count(*) FROM app.state_steps WHERE machine = 'draw' AND from_state = $1 AND to_state = $2`,
          [from, to],
        )
        expect([from, to, step!.count]).toEqual([from, to, 0n])
      }
    }
    await expect(
      api.db.query(`UPDATE app.draws SET state = 'decided' WHERE id = $1`, [open]),
    ).rejects.toThrow(/draw|state/)
  })

  test('the secret to every role but the worker', async () => {
    for (const db of [api.asApi, asConsole]) {
      await expect(db.query('SELECT sealed FROM app.draw_secrets')).rejects.toThrow('permission denied')
      await expect(db.query(`UPDATE app.draws SET state = 'void'`)).rejects.toThrow('permission denied')
    }
  })
})

test('a release is refused before the close, twice, and after the deadline', async () => {
  const drawId = await plan({
    closesAt: after(5),
    schedule: { releaseBy: after(10), fallbackReleaseBy: after(20) },
  })
  await fill(drawId, 2)
  expect(await propose(drawId)).toMatchObject({ ok: false, msg: 'draw.not-closed' })
  expect(await propose(randomUUID())).toMatchObject({ ok: false, msg: 'draw.not-found' })
  await keep(after(6))
  expect((await row(drawId)).state).toBe('closed')
  expect(await propose(drawId, { now: after(21) })).toMatchObject({ ok: false, msg: 'draw.not-closed' })
  expect(await propose(drawId)).toMatchObject({ ok: true })
  expect(await propose(drawId)).toMatchObject({ ok: false, msg: 'proposal.open' })
  const ceremony = await drawsConsoleHandlers({ db: asConsole }).ceremony({ drawId }, {
    caller: deciding.operators[0],
    now: new Date(),
  } as never)
  expect(ceremony).toMatchObject({ ok: true, data: { proposal: { by: 'first' }, release: null, sample: [] } })
})

describe('an operator', () => {
  const second = () => deciding.operators[1]!.operatorId
  const related = (operatorId: string, memberId: string) =>
    api.db.query('INSERT INTO app.operator_relations (operator_id, member_id) VALUES ($1, $2)', [
      operatorId,
      memberId,
    ])

  test('who has a ticket neither proposes nor approves the release', async () => {
    const drawId = await plan()
    const [mine, theirs] = [await api.member(), await api.member()]
    await issue(drawId, mine.memberId)
    await issue(drawId, theirs.memberId)
    await keep(before(29))
    await related(deciding.operators[0]!.operatorId, mine.memberId)
    expect(await propose(drawId)).toMatchObject({ ok: false, msg: 'review.own-account' })
    await api.db.query('DELETE FROM app.operator_relations WHERE member_id = $1', [mine.memberId])
    expect(await propose(drawId)).toMatchObject({ ok: true })
    await related(second(), theirs.memberId)
    await expect(deciding.second('draw-release', drawId)).rejects.toThrow('review.own-account')
    expect((await row(drawId)).state).toBe('closed')
    await api.db.query('DELETE FROM app.operator_relations WHERE member_id = $1', [theirs.memberId])
    await deciding.second('draw-release', drawId)
    expect((await row(drawId)).state).toBe('released')
  })

  test('who has not voted is reminded once before the deadline', async () => {
    const drawId = await plan({ schedule: { releaseBy: after(50), fallbackReleaseBy: after(90) } })
    await fill(drawId, 2)
    await keep(before(29))
    await api.db.query(
      `INSERT INTO app.operator_push_subscriptions
       SELECT DISTINCT ON (device_id) device_id, operator_id, 'k1', 'https://push/' || device_id, 'p', 'a', 'tw', now()
       FROM app.operator_sessions WHERE operator_id = ANY ($1::uuid[])`,
      [deciding.operators.map(({ operatorId }) => operatorId)],
    )
    const jobs = () =>
      api.db.query(
        `SELECT p.operator_id AS operator, m.decide_by AS "decideBy" FROM app.review_push_jobs j
         JOIN app.review_pushes m ON m.review_id = j.review_id AND m.state = j.state
         JOIN app.operator_push_subscriptions p ON p.device_id = j.device_id
         JOIN app.reviews r ON r.id = j.review_id AND r.subject = $1`,
        [drawId],
      )
    await remindOfReleases(worker, after(40))
    expect(await jobs()).toEqual([])
    expect(await propose(drawId)).toMatchObject({ ok: true })
    await remindOfReleases(worker, after(10))
    expect(await jobs()).toEqual([])
    expect(await remindOfReleases(worker, after(21))).toBe(1)
    const { release_by: decideBy } = await row(drawId)
    expect(await jobs()).toEqual([{ operator: second(), decideBy }])
    expect(await remindOfReleases(worker, after(22))).toBe(0)
  })
})

test.runIf(process.env['FAIRLOT_PROVE'] === '1')('a hundred thousand tickets are decided', async () => {
  const drawId = await plan({ places: 1_200 })
  await api.db.query(
    `INSERT INTO app.draw_tickets (draw_id, id, member_id, reference, salt, issued_at)
     SELECT d, sha256(convert_to(E'fairlot draw ticket v1\\n' || d || E'\\n' || r || E'\\n' || encode(s, 'hex') || E'\\n', 'UTF8')),
       $2, r, s, now() - interval '50 minutes'
     FROM (SELECT $1::uuid AS d, gen_random_uuid() AS r, sha256(convert_to(n::text, 'UTF8')) AS s
           FROM generate_series(1, 100000) AS n) AS made`,
    [drawId, member.memberId],
  )
  await keep(before(29))
  await release(drawId)
  expect(await keep(await roundTime(drawId))).toBe(1)
  const decided = await outcome(drawId)
  expect(decided.state === 'decided' && decided.order.length).toBe(100_000)
})
