// New shares on the real api, PostgreSQL and draw: published by two operators, applied for, drawn, paid, refunded. Every
// state and transition, what each role is refused, and the books after every test.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { offerStages, offerStates, subscriptionStates } from '../../packages/contract/src/new-shares/index.ts'
import {
  offerStageTransitions,
  offerTransitions,
  subscriptionTransitions,
} from '../../packages/rules/src/new-shares/index.ts'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { issueTicket } from '../../apps/server/src/features/draws/index.ts'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import { newSharesConsoleHandlers } from '../../apps/server/src/features/new-shares/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { openHours } from './support/fund-harness.ts'
import { openDb } from './support/open-db.ts'
import { foundBy, pastTriggers } from './support/planted-books.ts'
import { type OfferHarness, openOfferHarness, type TestOffer } from './support/offer-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: OfferHarness
beforeAll(async () => {
  harness = await openOfferHarness()
})
afterAll(() => harness.stop())
beforeEach(() => harness.clock.set(openHours))
afterEach(async () => {
  expect(await requestBreaches(harness.api.database)).toEqual([])
  const { broken } = await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
  expect(broken).toEqual([])
})

const price = 8_600_000n
const fee = 2_000n
const idOf = (reply: { body: { data: unknown } }): string =>
  (reply.body.data as { application: { applicationId: string } }).application.applicationId
const stateOf = async (member: TestMember, offerId: string): Promise<string | undefined> =>
  (await harness.read(member, offerId)).applications[0]?.state
const act = (member: TestMember, path: '/new-shares/cancel' | '/new-shares/pay', applicationId: string) =>
  member.client.call(path, { applicationId }, { key: true })
const applicants = async (offer: TestOffer, count: number): Promise<readonly TestMember[]> => {
  const members: TestMember[] = []
  for (let n = 0; n < count; n += 1) {
    const member = await harness.member()
    expect((await harness.apply(member, offer.offerId)).http).toBe(200)
    members.push(member)
  }
  return members
}
const byState = async (members: readonly TestMember[], offerId: string) => {
  const states = await Promise.all(members.map((member) => stateOf(member, offerId)))
  return Map.groupBy(members, (_, n) => states[n]!)
}
const noticesOf = async ({ memberId }: TestMember): Promise<readonly string[]> => {
  const { rows } = await harness.owner.query<{ code: string }>(
    `SELECT code FROM app.notices WHERE member_id = $1 AND code LIKE 'subscription.%' ORDER BY sent_at, id`,
    [memberId],
  )
  return rows.map(({ code }) => code)
}

describe('a prepaid offer', () => {
  test('holds the money, draws, returns the losers’ price and keeps the fee', async () => {
    const offer = await harness.offer()
    const members = await applicants(offer, 3)
    const before = await harness.available(members[0]!)
    expect(await harness.held(members[0]!)).toBe(price + fee)
    expect((await harness.read(members[0]!, offer.offerId)).offer).toMatchObject({
      state: 'subscribing',
      applications: 3,
      places: 1,
      price: '8600',
      pe: 1_840,
      mine: { state: 'waiting' },
    })

    await harness.draw(offer)
    const states = await byState(members, offer.offerId)
    expect([...states.keys()].toSorted()).toEqual(['not-won', 'payment-due'])
    const [winner] = states.get('payment-due')!
    const losers = states.get('not-won')!
    expect(losers).toHaveLength(2)
    for (const loser of losers) {
      expect(await harness.held(loser)).toBe(0n)
      expect(await harness.available(loser)).toBe(before + price)
      expect(await noticesOf(loser)).toEqual(['subscription.not-won'])
      const { applications } = await harness.read(loser, offer.offerId)
      expect((await act(loser, '/new-shares/pay', applications[0]!.applicationId)).body.msg).toBe(
        'order.not-subscription',
      )
    }
    expect(await harness.held(winner!)).toBe(price)
    expect(await noticesOf(winner!)).toEqual(['subscription.won'])

    const { applications } = await harness.read(winner!, offer.offerId)
    const { applicationId, place, drawnFrom } = applications[0]!
    expect([place, drawnFrom]).toEqual([1, 3])
    const paid = await act(winner!, '/new-shares/pay', applicationId)
    expect([paid.http, paid.body.msg]).toEqual([200, 'done.subscription-paid'])
    expect(paid.body.data.application).toMatchObject({
      state: 'paid',
      paidBy: 'member',
      held: price.toString(),
    })
    const again = await act(winner!, '/new-shares/pay', applicationId)
    expect([again.http, again.body.msg]).toEqual([409, 'order.not-subscription'])
    // Held until the shares arrive.
    expect(await harness.held(winner!)).toBe(price)

    harness.clock.set(offer.payBy.toISOString())
    await harness.advance()
    expect((await harness.read(winner!, offer.offerId)).offer).toMatchObject({
      state: 'ended',
      stage: 'settled',
    })
    const records = await winner!.client.call('/new-shares/records', { view: 'draws' })
    expect(records.body.data).toMatchObject({
      counts: { applications: 1, draws: 1, won: 1 },
      expected: 33,
      held: price.toString(),
    })
  })

  test('takes the price at the deadline when the winner does nothing', async () => {
    const offer = await harness.offer()
    const [winner] = await applicants(offer, 1)
    await harness.draw(offer)
    expect(await stateOf(winner!, offer.offerId)).toBe('payment-due')
    harness.clock.set(offer.payBy.toISOString())
    await harness.advance()
    const { applications } = await harness.read(winner!, offer.offerId)
    expect(applications[0]).toMatchObject({ state: 'paid', paidBy: 'rule' })
    expect(await noticesOf(winner!)).toEqual(['subscription.won', 'subscription.paid'])
  })

  test('lets a member cancel until the close, with a full refund', async () => {
    const offer = await harness.offer()
    const member = await harness.member()
    const before = await harness.available(member)
    const first = idOf(await harness.apply(member, offer.offerId))
    const cancelled = await act(member, '/new-shares/cancel', first)
    expect([cancelled.http, cancelled.body.msg]).toEqual([200, 'done.request-cancelled'])
    expect(await harness.available(member)).toBe(before)
    expect((await act(member, '/new-shares/cancel', first)).body.msg).toBe('order.not-subscription')

    const second = idOf(await harness.apply(member, offer.offerId))
    const stranger = await harness.member()
    expect((await act(stranger, '/new-shares/cancel', second)).body.msg).toBe('order.not-found')
    harness.clock.set(offer.closesAt.toISOString())
    expect((await act(member, '/new-shares/cancel', second)).body.msg).toBe('order.not-subscription')
    await harness.advance()
    expect((await act(member, '/new-shares/cancel', second)).body.msg).toBe('order.not-subscription')
    expect(await stateOf(member, offer.offerId)).toBe('waiting')
  })
})

describe('an offer paid after the draw', () => {
  test('gives an unpaid place to the next in the drawn order', async () => {
    const offer = await harness.offer({ paymentMode: 'on_win' })
    const members = await applicants(offer, 3)
    expect(await harness.held(members[0]!)).toBe(fee)
    await harness.draw(offer)
    const [winner] = (await byState(members, offer.offerId)).get('payment-due')!
    expect(await harness.held(winner!)).toBe(0n)

    harness.clock.set(offer.payBy.toISOString())
    await harness.advance()
    expect(await stateOf(winner!, offer.offerId)).toBe('unpaid')
    expect(await noticesOf(winner!)).toEqual(['subscription.won', 'subscription.unpaid'])
    const [next] = (await byState(members, offer.offerId)).get('payment-due')!
    const { applications } = await harness.read(next!, offer.offerId)
    expect(applications[0]).toMatchObject({ place: 2, state: 'payment-due' })
    const before = await harness.available(next!)
    const paid = await act(next!, '/new-shares/pay', applications[0]!.applicationId)
    expect(paid.body.msg).toBe('done.subscription-paid')
    expect([await harness.available(next!), await harness.held(next!)]).toEqual([before - price, price])
    await harness.advance()
    expect((await harness.read(next!, offer.offerId)).offer.stage).toBe('settled')
  })

  test('refuses a payment that the balance does not cover', async () => {
    const offer = await harness.offer({ paymentMode: 'on_win', price: '990000' })
    const [winner] = await applicants(offer, 1)
    await harness.draw(offer)
    const dear = await harness.offer({ price: '900000' })
    expect((await harness.apply(winner!, dear.offerId)).http).toBe(200)
    const { applications } = await harness.read(winner!, offer.offerId)
    const refused = await act(winner!, '/new-shares/pay', applications[0]!.applicationId)
    expect([refused.http, refused.body.msg]).toEqual([409, 'balance.insufficient'])
    expect(await stateOf(winner!, offer.offerId)).toBe('payment-due')
  })
})

describe('an application', () => {
  test('is refused outside the window, the terms and the rules', async () => {
    const member = await harness.member()
    const apply = async (offerId: string, body: object = {}) =>
      (await harness.apply(member, offerId, body)).body.msg
    expect(await apply(newId())).toBe('stock.not-found')
    const offer = await harness.offer()
    expect(await apply(offer.offerId, { shares: 999 })).toBe('subscription.minimum')
    expect(await apply(offer.offerId, { shares: 2_000 })).toBe('subscription.maximum')
    expect(await apply(offer.offerId, { fundPassword: '111222' })).toBe('password.wrong-fund')
    const unverified = await harness.api.member()
    expect((await harness.apply(unverified, offer.offerId)).body.msg).toBe('identity.complete-first')
    const dear = await harness.offer({ price: '1000000' })
    expect(await apply(dear.offerId)).toBe('balance.insufficient')
    harness.clock.set(offer.closesAt.toISOString())
    expect(await apply(offer.offerId)).toBe('subscription.closed')
    await harness.advance()
    expect(await apply(offer.offerId)).toBe('subscription.closed')
  })

  test('is refused before the offer opens', async () => {
    const member = await harness.member()
    const terms = harness.terms()
    const proposed = await harness.propose(terms)
    if (!proposed.ok) throw new Error(proposed.msg)
    const { rows } = await harness.owner.query('SELECT subject FROM app.reviews WHERE id = $1', [
      proposed.data.reviewId,
    ])
    const offerId = rows[0].subject as string
    expect((await harness.apply(member, offerId)).body.msg).toBe('stock.not-found')
    await harness.vote(harness.operators[1], 'offer', offerId, 'approve', 'seen')
    await harness.execute()
    expect((await harness.read(member, offerId)).offer.state).toBe('not-started')
    expect((await harness.apply(member, offerId)).body.msg).toBe('time.subscription-not-arrived')
    harness.clock.set(String(terms['announcesAt']))
    await harness.advance()
    const { offer } = await harness.read(member, offerId)
    expect([offer.state, typeof offer.drawId]).toEqual(['pending', 'string'])
    expect((await harness.apply(member, offerId)).body.msg).toBe('time.subscription-not-arrived')
  })

  test('counts once per person, however often it is sent', async () => {
    const offer = await harness.offer()
    const member = await harness.member()
    const applicationId = newId()
    const replies = await Promise.all([
      harness.apply(member, offer.offerId, { applicationId }),
      harness.apply(member, offer.offerId, { applicationId }),
      harness.apply(member, offer.offerId),
    ])
    expect(replies.filter(({ http }) => http === 200).length).toBeGreaterThan(0)
    const sent = replies.filter(({ http }) => http === 200).map(idOf)
    expect(new Set(sent).size).toBe(1)
    expect((await harness.apply(member, offer.offerId)).body.msg).toBe('subscription.once')
    expect((await harness.read(member, offer.offerId)).offer.applications).toBe(1)
    expect(await harness.held(member)).toBe(price + fee)

    const twice = await harness.offer({ maxPerMember: 2 })
    expect((await harness.apply(member, twice.offerId)).http).toBe(200)
    expect((await harness.apply(member, twice.offerId)).http).toBe(200)
    expect((await harness.apply(member, twice.offerId)).body.msg).toBe('subscription.once')
  })

  test('of a person restricted a second before the close is refunded', async () => {
    const offer = await harness.offer()
    const [kept, barred] = await applicants(offer, 2)
    const before = await harness.available(barred!)
    harness.clock.set(new Date(offer.closesAt.getTime() - 1_000).toISOString())
    const deps = {
      bus: harness.api.api.runtime.bus,
      subjects: { own: (id: string) => `test.own.${id}` } as never,
    }
    await harness.worker.transaction((tx) =>
      setRestriction(
        tx,
        {
          memberId: barred!.memberId,
          kind: 'no-trading',
          reason: 'identity-doubt',
          operators: ['op-1', 'op-2'],
          now: harness.clock.now(),
          requestId: 'test',
        },
        deps,
      ),
    )
    harness.clock.set(offer.closesAt.toISOString())
    await harness.advance()
    expect(await harness.available(barred!)).toBe(before + price + fee)
    expect(await noticesOf(barred!)).toEqual(['subscription.void'])
    await harness.draw(offer)
    expect(await stateOf(kept!, offer.offerId)).toBe('payment-due')
    const listed = await newSharesConsoleHandlers({ db: harness.console }).unqualified(
      { offerId: offer.offerId },
      {} as never,
    )
    if (!listed.ok) throw new Error(listed.msg)
    expect(listed.data.applications).toMatchObject([
      { memberId: barred!.memberId, reason: 'restricted', refunded: String(price + fee) },
    ])
    expect(listed.data.applications[0]!.account).toMatch(/\*\*\*/)
  })
})

test('tickets without an application win nothing and take no place', async () => {
  const offer = await harness.offer()
  const [member] = await applicants(offer, 1)
  const { drawId } = (await harness.read(member!, offer.offerId)).offer
  const { secrets } = harness.api.config
  for (let n = 0; n < 8; n += 1) {
    const asked = { drawId: drawId!, memberId: member!.memberId, reference: newId() }
    await harness.api.db.transaction((tx) => issueTicket(tx, { secrets }, asked, harness.clock.now()))
  }
  await harness.draw(offer)
  expect(await stateOf(member!, offer.offerId)).toBe('payment-due')
})

describe('all money goes back', () => {
  test('when two operators remove the offer', async () => {
    const offer = await harness.offer()
    const members = await applicants(offer, 2)
    const before = await harness.available(members[0]!)
    await harness.remove(offer.offerId)
    expect((await harness.apply(await harness.member(), offer.offerId)).body.msg).toBe('stock.removed')
    await harness.advance()
    for (const member of members) {
      expect(await harness.available(member)).toBe(before + price + fee)
      expect((await harness.read(member, offer.offerId)).applications[0]).toMatchObject({
        state: 'void',
        voidReason: 'removed',
      })
    }
  })

  test('when the offer was never announced, and nothing was held', async () => {
    const terms = harness.terms()
    const proposed = await harness.propose(terms)
    if (!proposed.ok) throw new Error(proposed.msg)
    const { rows } = await harness.owner.query('SELECT subject FROM app.reviews WHERE id = $1', [
      proposed.data.reviewId,
    ])
    const offerId = rows[0].subject as string
    await harness.vote(harness.operators[1], 'offer', offerId, 'approve', 'seen')
    await harness.execute()
    harness.clock.set(String(terms['closesAt']))
    await harness.advance()
    const { offer } = await harness.read(await harness.member(), offerId)
    expect(offer).toMatchObject({ state: 'ended', stage: 'void', isRemoved: false, drawId: null })
  })

  test('when the secret is not released in time', async () => {
    const offer = await harness.offer()
    const [member] = await applicants(offer, 1)
    const before = await harness.available(member!)
    harness.clock.set(offer.closesAt.toISOString())
    await harness.advance()
    expect((await harness.read(member!, offer.offerId)).offer.stage).toBe('waiting-draw')
    harness.clock.set(new Date(offer.drawsAt.getTime() + 5 * 60_000).toISOString())
    const { keepDraws } = await import('../../apps/server/src/features/draws/jobs.ts')
    const { secrets } = harness.api.config
    await keepDraws({ db: harness.worker, secrets, beaconClient: {} as never }, harness.clock.now())
    await harness.advance()
    expect(await harness.available(member!)).toBe(before + price + fee)
    expect((await harness.read(member!, offer.offerId)).applications[0]).toMatchObject({
      state: 'void',
      voidReason: 'draw-void',
    })
  })
})

describe('the database', () => {
  const refused = (db: 'worker' | 'owner', sql: string, values: readonly unknown[]) =>
    (db === 'worker' ? harness.worker.query(sql, values) : harness.owner.query(sql, [...values])).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    )

  test('keeps the ticket of an open application, and reconciliation misses it', async () => {
    const offer = await harness.offer()
    const [member] = await applicants(offer, 2)
    const { applicationId: id } = (await harness.read(member!, offer.offerId)).applications[0]!
    const remove = 'DELETE FROM app.draw_tickets WHERE reference = $1'
    for (const db of [harness.api.asApi, harness.worker, harness.api.db])
      await expect(db.query(remove, [id])).rejects.toThrow('keeps its ticket')
    const planted = {
      kind: 'a ticket less',
      checks: ['draw-tickets'],
      plant: (owner: pg.Client) => pastTriggers(owner, remove, [id]),
    }
    expect(await foundBy(harness.owner, planted, 'minute')).toEqual(['draw-tickets'])
    harness.clock.set(offer.closesAt.toISOString())
    await harness.advance()
    expect(await foundBy(harness.owner, planted, 'minute')).toEqual(['draw-tickets'])
  })

  test('refuses every other step of an application and an offer', async () => {
    const offer = await harness.offer()
    const [member] = await applicants(offer, 1)
    const { applications } = await harness.read(member!, offer.offerId)
    const id = applications[0]!.applicationId
    /** What a step needs beside its states. */
    const conditions = {
      'app.subscriptions': ['subscriptions_enforce_paid', 'subscriptions_delivered_has_holding'],
      'app.offers': ['offers_terms_immutable', 'offers_enforce_listed'],
    } as const
    // A row in any state: the triggers are off for one statement, in a transaction that is rolled back.
    const tries = async (
      table: keyof typeof conditions,
      column: string,
      rowId: string,
      states: readonly string[],
      allowed: readonly (readonly [string, string])[],
    ) => {
      const accepted: string[] = []
      for (const from of states) {
        for (const to of states) {
          if (from === to) continue
          await harness.owner.query('BEGIN')
          try {
            await harness.owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
            for (const { conname } of (
              await harness.owner.query<{ conname: string }>(
                `SELECT conname FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype = 'c'`,
              )
            ).rows)
              await harness.owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${conname}`)
            await harness.owner.query(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [rowId, from])
            await harness.owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
            for (const trigger of conditions[table])
              await harness.owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`)
            await harness.owner.query(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [rowId, to])
            accepted.push(`${from} ${to}`)
          } catch (error) {
            expect((error as { code: string }).code).toBe('23514')
          } finally {
            await harness.owner.query('ROLLBACK')
          }
        }
      }
      expect(accepted.toSorted()).toEqual(allowed.map((pair) => pair.join(' ')).toSorted())
    }
    await tries('app.subscriptions', 'state', id, subscriptionStates, subscriptionTransitions)
    await tries('app.offers', 'state', offer.offerId, offerStates, offerTransitions)
    await tries('app.offers', 'stage', offer.offerId, offerStages, offerStageTransitions)
  })

  test('keeps approved terms, drawn places and unpaid winners as they are', async () => {
    const offer = await harness.offer({ paymentMode: 'on_win' })
    const [member] = await applicants(offer, 1)
    const { applications } = await harness.read(member!, offer.offerId)
    const id = applications[0]!.applicationId
    const check = '23514'
    const right = '42501'
    expect(await refused('owner', 'UPDATE app.offers SET price = 1 WHERE id = $1', [offer.offerId])).toBe(
      check,
    )
    expect(await refused('worker', 'UPDATE app.offers SET price = 1 WHERE id = $1', [offer.offerId])).toBe(
      right,
    )
    expect(await refused('owner', 'UPDATE app.subscriptions SET shares = 9 WHERE id = $1', [id])).toBe(check)
    await harness.draw(offer)
    expect(await refused('owner', 'UPDATE app.subscriptions SET place = 9 WHERE id = $1', [id])).toBe(check)
    expect(
      await refused(
        'worker',
        `UPDATE app.subscriptions SET state = 'paid', paid_at = now(), paid_by = 'rule' WHERE id = $1`,
        [id],
      ),
    ).toBe(check)
  })

  test('refuses an application that goes around the api’s rules', async () => {
    const offer = await harness.offer()
    const member = await harness.api.member()
    const asApi = openDb({ url: harness.api.database.apiUrl, poolSize: 1, applicationName: 'test' })
    const insert = (over: Record<string, unknown>) => {
      const row = {
        id: newId(),
        offer_id: offer.offerId,
        member_id: member.memberId,
        nth: 1,
        shares: 1_000,
        amount: price,
        fee,
        hold_id: newId(),
        ticket_id: 'x',
        applied_at: harness.clock.now(),
        ...over,
      }
      const names = Object.keys(row)
      return asApi
        .query(
          `INSERT INTO app.subscriptions (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
          Object.values(row),
        )
        .then(
          () => 'accepted',
          (error: { code?: string }) => error.code,
        )
    }
    expect(await insert({})).toBe('23514')
    await harness.verify(member)
    expect(await insert({ nth: 2 })).toBe('23514')
    expect(await insert({ amount: 1n })).toBe('23514')
    expect(await insert({ applied_at: offer.closesAt })).toBe('23514')
    expect(await insert({ state: 'won' })).toBe('42501')
    await asApi.close()
  })
})

test('an offer needs valid terms, a free code and two operators', async () => {
  const msg = async (over: object): Promise<string> => {
    const answer = await harness.propose(over)
    return answer.ok ? 'ok' : answer.msg
  }
  expect(await msg({ price: '0' })).toBe('offer.terms')
  expect(await msg({ reason: '' })).toBe('proposal.why')
  const offer = await harness.offer()
  expect(await msg({ symbol: offer.symbol })).toBe('offer.symbol-taken')
  const [member] = await applicants(offer, 1)
  await harness.draw(offer)
  const late = await newSharesConsoleHandlers({ db: harness.console }).proposeRemoval(
    { offerId: offer.offerId, reason: 'too late' },
    { caller: harness.operators[0], now: harness.clock.now(), requestId: 'test' } as never,
  )
  expect(late).toMatchObject({ ok: false, msg: 'offer.closed' })
  expect(await stateOf(member!, offer.offerId)).toBe('payment-due')
  const listed = await newSharesConsoleHandlers({ db: harness.console }).published({}, {} as never)
  if (!listed.ok) throw new Error(listed.msg)
  expect(listed.data.offers.find(({ offerId }) => offerId === offer.offerId)).toMatchObject({
    stage: 'paying',
    counts: { due: 1, paid: 0 },
  })
})
