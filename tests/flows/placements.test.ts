// Placements on the real api, PostgreSQL, draw and settlement: published by two operators, applied for, divided, delivered,
// refunded. Every state and transition, what each role is refused, and the books after every test.

import { createHash } from 'node:crypto'
import { positionBreaches } from '@fairlot/testkit/invariants/positions'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placementApplicationStates, placementStates } from '../../packages/contract/src/placements/index.ts'
import {
  allot,
  listText,
  placementApplicationTransitions,
  placementTransitions,
} from '../../packages/rules/src/placements/index.ts'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { openHours } from './support/fund-harness.ts'
import {
  openPlacementHarness,
  type PlacementHarness,
  type TestPlacement,
} from './support/placement-harness.ts'
import { asOwner } from './support/post-as-owner.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: PlacementHarness
beforeAll(async () => {
  harness = await openPlacementHarness()
})
afterAll(() => harness.stop())
beforeEach(() => harness.clock.set(openHours))
afterEach(async () => {
  expect(await requestBreaches(harness.api.database)).toEqual([])
  const { broken } = await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
  expect(broken).toEqual([])
})

const lotPrice = 5_400_000n
const cancel = (member: TestMember, applicationId: string) =>
  member.client.call('/placements/cancel', { applicationId }, { key: true })
const tableOf = async (member: TestMember, { placementId }: TestPlacement) =>
  (await member.client.call('/placements/table', { placementId, from: 1 })).body.data.rows as readonly {
    readonly ticketId: string
    readonly applied: number
    readonly place: number
    readonly rank: number
    readonly lots: number
  }[]
/** What is left in the hold of the seat's shares. */
const heldShares = async ({ placementId }: TestPlacement): Promise<string> => {
  const { rows } = await harness.owner.query(
    'SELECT h.remaining::text FROM app.placements p JOIN ledger.holds h ON h.id = p.hold_id WHERE p.id = $1',
    [placementId],
  )
  return rows[0].remaining as string
}
const noticesOf = async ({ memberId }: TestMember): Promise<readonly string[]> => {
  const { rows } = await harness.owner.query<{ code: string }>(
    `SELECT code FROM app.notices WHERE member_id = $1 AND code LIKE 'placement.%' ORDER BY sent_at, id`,
    [memberId],
  )
  return rows.map(({ code }) => code)
}

describe('a pro-rata placement', () => {
  test('divides by largest remainder, pays the seat and delivers the shares', async () => {
    const placement = await harness.place()
    const { placementId } = placement
    const asked = [8, 5, 3, 3]
    const members: TestMember[] = []
    for (const lots of asked) {
      const member = await harness.member()
      await harness.applied(member, placementId, lots)
      members.push(member)
    }
    const [first] = members
    const before = await harness.available(first!)
    expect(await harness.held(first!)).toBe(8n * lotPrice)
    expect((await harness.read(first!, placementId)).placement).toMatchObject({
      state: 'open',
      applications: 4,
      appliedLots: 19,
      listHash: null,
      mine: { state: 'waiting', lots: 8, allotment: null },
    })
    expect((await first!.client.call('/placements/table', { placementId, from: 1 })).body.msg).toBe(
      'stock.not-found',
    )

    await harness.draw(placement)
    const { placement: read } = await harness.read(first!, placementId)
    expect(read).toMatchObject({ state: 'allotted', baseLots: 8 })
    // Ten lots for nineteen: 4.21, 2.63, 1.58 and 1.58. Two lots remain for 0.63 and one of the equals; the draw says which.
    const rows = await tableOf(first!, placement)
    expect(rows.map(({ applied, lots }) => [applied, lots])).toEqual([
      [5, 3],
      [3, 2],
      [3, 1],
      [8, 4],
    ])
    expect(rows[1]!.place).toBeLessThan(rows[2]!.place)
    const repeated = allot(
      { method: 'pro-rata', lots: 10, minLots: 1 },
      rows.map(({ applied: lots, place }) => ({ lots, place })),
    )
    expect(repeated.map(({ rank, lots }) => [rank, lots])).toEqual(rows.map(({ rank, lots }) => [rank, lots]))
    const text = listText(rows.map(({ ticketId, applied: lots }) => ({ ticketId, lots })))
    expect(createHash('sha256').update(text).digest('hex')).toBe(read.listHash)

    expect(read.mine).toMatchObject({ state: 'allotted', allotment: { base: 4, remainder: 4, lots: 4 } })
    expect(await harness.available(first!)).toBe(before + 4n * lotPrice)
    expect(await harness.held(first!)).toBe(0n)
    expect(await noticesOf(first!)).toEqual(['placement.allotted'])
    const { memberId } = first!
    const due = read.settlesOn!
    expect(await harness.balance(`member/${memberId}/stk:${harness.symbol}/receivable@${due}`)).toBe(4_000n)
    expect(await harness.balance(`seat/${harness.seat}/TWD/receivable@${due}`)).toBe(10n * lotPrice)
    const { body } = await first!.client.call('/positions/listPositions', { which: 'open' })
    expect(body.data.positions).toMatchObject([
      { origin: 'placement', product: 'placing', openedShares: 4_000, price: 5_400, openFee: '0' },
    ])

    harness.clock.set(`${due}T10:00:00.000Z`)
    await harness.sweep()
    expect(await harness.balance(`member/${memberId}/stk:${harness.symbol}/available`)).toBe(4_000n)
    expect(await positionBreaches(asOwner(harness.owner))).toEqual([])
  })

  test('gives everybody everything while it is not oversubscribed', async () => {
    const placement = await harness.place({ kind: 'etf', symbol: harness.etf, price: 1_500 })
    const seatShares = `seat/${harness.seat}/stk:${harness.etf}/available`
    const left = await harness.balance(seatShares)
    const member = await harness.member()
    await harness.applied(member, placement.placementId, 3)
    await harness.draw(placement)
    const { placement: read } = await harness.read(member, placement.placementId)
    expect(read.mine).toMatchObject({ state: 'allotted', allotment: { base: 3, remainder: 0, lots: 3 } })
    // Seven lots that no member wanted are the seat's again.
    expect(await harness.balance(seatShares)).toBe(left + 7_000n)
    const { body } = await member.client.call('/positions/listPositions', { which: 'open' })
    expect(body.data.positions).toMatchObject([{ origin: 'placement', product: 'etf', openedShares: 3_000 }])
  })
})

test('the database divides as the rules do, whatever is applied for', async () => {
  const placement = await harness.place({ lots: 97, maxLots: 40 })
  const member = await harness.member()
  await harness.applied(member, placement.placementId, 40)
  for (const lots of [1, 1, 2, 7, 7, 7, 13, 39]) {
    await harness.applied(await harness.member(), placement.placementId, lots)
  }
  await harness.draw(placement)
  const rows = await tableOf(member, placement)
  const repeated = allot(
    { method: 'pro-rata', lots: 97, minLots: 1 },
    rows.map(({ applied: lots, place }) => ({ lots, place })),
  )
  expect(rows.map(({ rank, lots }) => [rank, lots])).toEqual(repeated.map(({ rank, lots }) => [rank, lots]))
  expect(rows.reduce((sum, { lots }) => sum + lots, 0)).toBe(97)
})

test('a draw by lot gives all lots, and the others their money', async () => {
  const placement = await harness.place({ method: 'lot', lots: 2, minLots: 1, maxLots: 1 })
  const members = [await harness.member(), await harness.member(), await harness.member()]
  const before = await harness.available(members[0]!)
  for (const member of members) await harness.applied(member, placement.placementId, 1)
  await harness.draw(placement)
  const states: string[] = []
  for (const member of members) {
    const { mine } = (await harness.read(member, placement.placementId)).placement
    states.push(mine!.state)
    expect(mine!.allotment!.place <= 2).toBe(mine!.state === 'allotted')
    const isWinner = mine!.state === 'allotted'
    expect(await harness.available(member)).toBe(before - (isWinner ? lotPrice : 0n))
    expect(await noticesOf(member)).toEqual([isWinner ? 'placement.allotted' : 'placement.not-allotted'])
  }
  expect(states.toSorted()).toEqual(['allotted', 'allotted', 'not-allotted'])
})

describe('an application', () => {
  test('is refused outside the window, the terms and the rules', async () => {
    const member = await harness.member()
    const refusal = async (placementId: string, lots = 1, body: object = {}) =>
      (await harness.apply(member, placementId, lots, body)).body.msg
    expect(await refusal(newId())).toBe('stock.not-found')
    const placement = await harness.place({ minLots: 2, maxLots: 5 })
    const { placementId } = placement
    expect(await refusal(placementId, 1)).toBe('subscription.minimum')
    expect(await refusal(placementId, 6)).toBe('subscription.maximum')
    expect(await refusal(placementId, 2, { fundPassword: '111222' })).toBe('password.wrong-fund')
    const unverified = await harness.api.member()
    expect((await harness.apply(unverified, placementId, 2)).body.msg).toBe('identity.complete-first')
    const dear = await harness.place({ price: 1_000_000 })
    expect(await refusal(dear.placementId, 10)).toBe('balance.insufficient')
    harness.clock.set(placement.closesAt.toISOString())
    expect(await refusal(placementId, 2)).toBe('subscription.closed')
  })

  test('is refused before the opening', async () => {
    const placement = await harness.place()
    harness.clock.set(openHours)
    const member = await harness.member()
    expect((await harness.apply(member, placement.placementId, 1)).body.msg).toBe(
      'time.subscription-not-arrived',
    )
  })

  test('counts once per person, however often it is sent', async () => {
    const { placementId } = await harness.place()
    const member = await harness.member()
    const applicationId = newId()
    const replies = await Promise.all([
      harness.apply(member, placementId, 2, { applicationId }),
      harness.apply(member, placementId, 2, { applicationId }),
      harness.apply(member, placementId, 2),
    ])
    expect(replies.some(({ http }) => http === 200)).toBe(true)
    expect((await harness.apply(member, placementId, 2)).body.msg).toBe('subscription.once')
    expect(await harness.held(member)).toBe(2n * lotPrice)
    expect((await harness.read(member, placementId)).placement.applications).toBe(1)
  })

  test('can be cancelled until the close, with a full refund', async () => {
    const placement = await harness.place()
    const member = await harness.member()
    const before = await harness.available(member)
    const first = await harness.applied(member, placement.placementId, 4)
    const cancelled = await cancel(member, first)
    expect([cancelled.http, cancelled.body.msg]).toEqual([200, 'done.request-cancelled'])
    expect(await harness.available(member)).toBe(before)
    expect((await cancel(member, first)).body.msg).toBe('order.not-subscription')
    const second = await harness.applied(member, placement.placementId, 5)
    expect((await cancel(await harness.member(), second)).body.msg).toBe('order.not-found')
    harness.clock.set(placement.closesAt.toISOString())
    expect((await cancel(member, second)).body.msg).toBe('order.not-subscription')
  })

  test('of a person restricted a second before the close is refunded', async () => {
    const placement = await harness.place()
    const barred = await harness.member()
    const before = await harness.available(barred)
    await harness.applied(barred, placement.placementId, 4)
    harness.clock.set(new Date(placement.closesAt.getTime() - 1_000).toISOString())
    const deps = {
      bus: harness.api.api.runtime.bus,
      subjects: { own: (id: string) => `test.own.${id}` } as never,
    }
    await harness.worker.transaction((tx) =>
      setRestriction(
        tx,
        {
          memberId: barred.memberId,
          kind: 'no-trading',
          reason: 'identity-doubt',
          operators: ['op-1', 'op-2'],
          now: harness.clock.now(),
          requestId: 'test',
        },
        deps,
      ),
    )
    harness.clock.set(placement.closesAt.toISOString())
    await harness.advance()
    expect(await harness.available(barred)).toBe(before)
    expect(await noticesOf(barred)).toEqual(['placement.void'])
    expect((await harness.read(barred, placement.placementId)).placement.applications).toBe(0)
  })
})

describe('all money and shares go back', () => {
  test('when the draw was not released in time', async () => {
    const placement = await harness.place()
    expect(await heldShares(placement)).toBe('10000')
    const member = await harness.member()
    const before = await harness.available(member)
    await harness.applied(member, placement.placementId, 4)
    await harness.close(placement)
    await harness.owner.query('ALTER TABLE app.draws DISABLE TRIGGER USER')
    await harness.owner.query(
      `UPDATE app.draws SET state = 'void', void_at = now(), void_reason = 'not-released' WHERE subject_id = $1`,
      [placement.placementId],
    )
    await harness.owner.query('ALTER TABLE app.draws ENABLE TRIGGER USER')
    await harness.advance()
    expect(await harness.available(member)).toBe(before)
    expect(await heldShares(placement)).toBe('0')
    expect((await harness.read(member, placement.placementId)).placement).toMatchObject({
      state: 'void',
      mine: { state: 'void', voidReason: 'draw-void' },
    })
  })

  test('when no member applied', async () => {
    const placement = await harness.place()
    await harness.close(placement)
    const listed = await harness.published()
    if (!listed.ok) throw new Error(listed.msg)
    expect(
      listed.data.placements.find(({ placementId }) => placementId === placement.placementId),
    ).toMatchObject({ state: 'void', applications: 0, held: '0' })
  })
})

test('a proposal with wrong terms or shares the seat lacks is refused', async () => {
  const refusalOf = async (over: object) => {
    const answer = await harness.propose(over)
    return answer.ok ? 'sent' : [answer.msg, answer.field]
  }
  expect(await refusalOf({ seat: 'unknown' })).toEqual(['block-listing.seat', 'seat'])
  expect(await refusalOf({ kind: 'etf' })).toEqual(['offer.terms', 'symbol'])
  expect(await refusalOf({ symbol: 'S999' })).toEqual(['offer.terms', 'symbol'])
  expect(await refusalOf({ price: 0 })).toEqual(['offer.terms', 'price'])
  expect(await refusalOf({ method: 'lot', minLots: 3, maxLots: 3 })).toEqual(['offer.terms', 'minLots'])
  expect(await refusalOf({ method: 'lot', minLots: 2, maxLots: 4 })).toEqual(['offer.terms', 'maxLots'])
  expect(await refusalOf({ opensAt: openHours })).toEqual(['offer.terms', 'opensAt'])
  expect(await refusalOf({ deliversOn: openHours.slice(0, 10) })).toEqual(['offer.terms', 'deliversOn'])
  expect(await refusalOf({ lots: 1_000_000 })).toEqual(['block-listing.shares', 'lots'])
  expect(await refusalOf({ reason: '' })).toContain('proposal.why')
})

test('a booking that fails is taken up again, once', async () => {
  const placement = await harness.place()
  const member = await harness.member()
  const before = await harness.available(member)
  await harness.applied(member, placement.placementId, 2)
  await harness.owner.query(
    `ALTER TABLE app.positions ADD CONSTRAINT trouble CHECK (origin <> 'placement') NOT VALID`,
  )
  await expect(harness.draw(placement)).rejects.toThrow('placements could not move on')
  expect((await harness.read(member, placement.placementId)).placement.state).toBe('allotting')
  expect(await harness.held(member)).toBe(2n * lotPrice)
  await harness.owner.query('ALTER TABLE app.positions DROP CONSTRAINT trouble')
  await harness.advance()
  await harness.advance()
  expect(await harness.available(member)).toBe(before - 2n * lotPrice)
  expect(await noticesOf(member)).toEqual(['placement.allotted'])
})

describe('no role', () => {
  test('allots, books or cancels in another way', async () => {
    const placement = await harness.place()
    const member = await harness.member()
    const applicationId = await harness.applied(member, placement.placementId, 2)
    const { placementId } = placement
    const asWorker = (sql: string, values: unknown[]) => harness.worker.query(sql, values)
    await expect(
      asWorker('UPDATE app.placement_applications SET allotted_lots = 2 WHERE id = $1', [applicationId]),
    ).rejects.toThrow('permission denied')
    await expect(
      asWorker('UPDATE app.placements SET lots = 99 WHERE id = $1', [placementId]),
    ).rejects.toThrow('permission denied')
    await expect(
      asWorker('SELECT app.allot_placement($1, $2, $2, $2)', [placementId, openHours.slice(0, 10)]),
    ).rejects.toThrow('query returned no rows')
    await harness.close(placement)
    await expect(
      asWorker('SELECT app.allot_placement($1, $2, $2, $2)', [placementId, openHours.slice(0, 10)]),
    ).rejects.toThrow('its draw is not decided')
    await expect(
      harness.api.asApi.query('SELECT app.cancel_placement_application($1, $2, $3, now())', [
        applicationId,
        member.memberId,
        newId(),
      ]),
    ).resolves.toEqual([{ cancel_placement_application: false }])
  })

  test('books an entry that does not say what was allotted', async () => {
    const placement = await harness.place()
    const member = await harness.member()
    const applicationId = await harness.applied(member, placement.placementId, 2)
    await harness.owner.query(
      `ALTER TABLE app.positions ADD CONSTRAINT trouble CHECK (origin <> 'placement') NOT VALID`,
    )
    await expect(harness.draw(placement)).rejects.toThrow('placements could not move on')
    await harness.owner.query('ALTER TABLE app.positions DROP CONSTRAINT trouble')
    const { rows } = await harness.owner.query(
      `SELECT id FROM ledger.entries WHERE event = 'placement.held' AND reference = $1`,
      [applicationId],
    )
    await expect(
      harness.worker.query('SELECT app.book_allotments($1, $2::uuid[], $3::uuid[], now())', [
        placement.placementId,
        [applicationId],
        [rows[0].id],
      ]),
    ).rejects.toThrow('does not say what was allotted')
    await harness.advance()
  })
})

test('rules and database allow the same steps', async () => {
  const stepsOf = async (machine: string) => {
    const { rows } = await harness.owner.query(
      'SELECT from_state, to_state FROM app.state_steps WHERE machine = $1 AND from_state IS NOT NULL',
      [machine],
    )
    return rows.map(({ from_state: from, to_state: to }) => `${from} ${to}`).toSorted()
  }
  const textOf = (steps: readonly (readonly [string, string])[]) =>
    steps.map((step) => step.join(' ')).toSorted()
  expect(await stepsOf('placement')).toEqual(textOf(placementTransitions))
  expect(await stepsOf('placement-application')).toEqual(textOf(placementApplicationTransitions))
  expect(new Set(placementTransitions.flat())).toEqual(new Set(placementStates))
  expect(new Set(placementApplicationTransitions.flat())).toEqual(new Set(placementApplicationStates))
})
