// Mentors on the real api, reviews and PostgreSQL: applications with every state and refusal, levels that follow from
// figures, closed and losing mentors, and figures of real trades beside SQL over the ledger.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { mentorsConsoleHandlers, writeMentorDays } from '../../apps/server/src/features/mentors/index.ts'
import { openApiClient } from '../../apps/practice/src/mentors/client.ts'
import { publishMentor } from '../../apps/practice/src/mentors/store.ts'
import { strategies } from '../../apps/practice/src/mentors/strategies.ts'
import { SignedOut, tradeOnce } from '../../apps/practice/src/mentors/trade.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { reviewDeps } from '../../apps/server/src/roles/feature-deps.ts'
import { mentorApplicationStates, mentorStates } from '../../packages/contract/src/mentors/index.ts'
import {
  mentorApplicationTransitions,
  mentorFiguresOf,
  mentorTransitions,
  tradeKindOf,
} from '../../packages/rules/src/mentors/index.ts'
import { type FundHarness, openFundHarness } from './support/fund-harness.ts'
import { type MarginVenue, openMarginVenue } from './support/margin-venue.ts'
import {
  dayBefore,
  type PlantedDay,
  type PlantedTrade,
  plantRecord,
  steadyDays,
  steadyTrades,
} from './support/mentor-record.ts'
import { openDb } from './support/open-db.ts'
import type { TestMember } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 120_000 })

let harness: FundHarness
let until: string
beforeAll(async () => {
  harness = await openFundHarness()
  until = dayBefore(harness.clock.now().toISOString().slice(0, 10), 1)
  await harness.owner.query(
    `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
     VALUES ('2330', '台積電', 'TSMC', 'listed', 'stock', '半導體', 'Semiconductors', 100000) ON CONFLICT DO NOTHING`,
  )
})
afterAll(() => harness.stop())

const plant = async (
  member: TestMember,
  record: { readonly days: readonly PlantedDay[]; readonly trades?: readonly PlantedTrade[] },
): Promise<void> => {
  await harness.owner.query('BEGIN')
  await plantRecord(harness.owner, member.memberId, record)
  await harness.owner.query('COMMIT')
}
const strategy = { tw: '只買大型股，分三批進場，跌破月線就全部賣出，不用融資。', en: '' }
let names = 0
const newName = (): string => `導師${(names += 1)}`

/** A verified member whose record meets junior. */
const qualified = async (days = steadyDays(until, 95), trades = steadyTrades(22)): Promise<TestMember> => {
  const member = await harness.member()
  await plant(member, { days, trades })
  return member
}
const apply = (member: TestMember, over: object = {}) =>
  member.client.call(
    '/mentors/apply',
    { applicationId: newId(), name: newName(), strategy, agreed: true, ...over },
    { key: true },
  )
const applied = async (member: TestMember, over: object = {}): Promise<string> => {
  const reply = await apply(member, over)
  if (reply.http !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body.data.application.applicationId
}
const own = async (member: TestMember) => (await member.client.call('/mentors/own', {})).body.data
const listed = async (member: TestMember, level: string) =>
  (await member.client.call('/mentors/list', { level })).body.data.mentors
const published = async (over: object = {}, member?: TestMember): Promise<TestMember> => {
  const who = member ?? (await qualified())
  await harness.approve('mentor', await applied(who, over))
  return who
}
const notices = async ({ memberId }: TestMember): Promise<string[]> => {
  const { rows } = await harness.owner.query(
    'SELECT code FROM app.notices WHERE member_id = $1 ORDER BY id',
    [memberId],
  )
  return rows.map(({ code }) => code as string).filter((code) => code.startsWith('mentor.'))
}
const writeDays = () =>
  writeMentorDays(
    harness.worker,
    reviewDeps({ config: harness.api.config, bus: harness.api.api.runtime.bus }),
    harness.clock.now(),
  )

describe('an application', () => {
  test('is listed with figures and level after two approvals', async () => {
    const member = await qualified()
    expect(await own(member)).toMatchObject({ level: 'junior', mentor: null, application: null })
    const applicationId = await applied(member, { name: ' 許  慢慢 ' })
    expect((await own(member)).application).toMatchObject({ state: 'pending', name: '許 慢慢', reason: null })
    expect((await member.client.call('/mentors/hub', {})).body.data.mine).toBe('pending')
    await harness.approve('mentor', applicationId)
    const reader = await harness.member()
    const mentor = (await listed(reader, 'junior')).find((each: { name: string }) => each.name === '許 慢慢')
    expect(mentor).toMatchObject({
      state: 'active',
      level: 'junior',
      isSimulated: false,
      strategy,
      figures: { date: until, days: 95, trades: { cash: { closed: 22, won: 14 } }, winRateBp: 6_364 },
      follow: { scale: '0', cumulative: '0', medianBp: null, minFollow: '1000000', minOpening: '100000' },
    })
    expect(mentor.line).toHaveLength(60)
    expect((await own(member)).figures).toEqual(mentor.figures)
    expect(await notices(member)).toEqual(['mentor.passed'])
  })

  test.each([
    ['without consent', { agreed: false }, 400, 'input.required', 'agreed'],
    ['without a name', { name: ' ' }, 400, 'input.invalid', 'name'],
    ['without a strategy', { strategy: { tw: '', en: '' } }, 400, 'input.invalid', 'tw'],
    ['with two words as a strategy', { strategy: { tw: '', en: 'Buy low' } }, 400, 'input.invalid', 'en'],
  ])('%s is refused', async (_what, over, http, msg, field) => {
    const reply = await apply(await harness.member(), over)
    expect([reply.http, reply.body.msg, reply.body.field]).toEqual([http, msg, field])
  })

  test('of an unverified member is refused, also by the database', async () => {
    const member = await harness.api.member()
    await plant(member, { days: steadyDays(until, 95), trades: steadyTrades(22) })
    expect((await apply(member)).body.msg).toBe('identity.complete-first')
    await expect(
      harness.api.asApi.query(
        `INSERT INTO app.mentor_applications (id, member_id, name, strategy_tw, strategy_en, sent_at, promised_at)
         VALUES ($1, $2, 'Name', $3, '', now(), now())`,
        [newId(), member.memberId, strategy.tw],
      ),
    ).rejects.toThrow('cannot apply as a mentor')
  })

  test.each<[string, readonly [days: number, money?: number], PlantedTrade[]]>([
    ['days', [89], steadyTrades(22)],
    ['trades', [95], steadyTrades(19)],
    ['own money', [95, 4_000_000], steadyTrades(22)],
    ['cash trades', [95], steadyTrades(30, { direction: 'short' })],
  ])('with too little of %s is refused', async (_what, [days, money], trades) => {
    const reply = await apply(await qualified(steadyDays(until, days, money), trades))
    expect([reply.http, reply.body.msg]).toEqual([409, 'mentor.below-threshold'])
  })

  test('is one at a time, and the same when sent twice', async () => {
    const member = await qualified()
    const [applicationId, name] = [newId(), newName()]
    await applied(member, { applicationId, name })
    expect((await apply(member, { applicationId, name })).http).toBe(200)
    expect((await apply(member)).body.msg).toBe('order.pending-review-exists')
    const { rows } = await harness.owner.query(
      `SELECT count(*)::integer AS count FROM app.reviews WHERE kind = 'mentor' AND member_id = $1`,
      [member.memberId],
    )
    expect(rows[0].count).toBe(1)
  })

  test('is taken back by its member only, until it is decided', async () => {
    const member = await qualified()
    const applicationId = await applied(member)
    const cancel = (who: TestMember) => who.client.call('/mentors/cancel', { applicationId }, { key: true })
    expect((await cancel(await harness.member())).body.msg).toBe('order.not-found')
    expect((await cancel(member)).body.msg).toBe('done.request-cancelled')
    expect((await own(member)).application).toMatchObject({ state: 'rejected', reason: 'cancelled' })
    expect((await cancel(member)).body.msg).toBe('order.not-review')
  })

  test('is rejected with a reason that the member reads', async () => {
    const member = await qualified()
    const applicationId = await applied(member)
    await harness.reject('mentor', applicationId, { reason: 'promises-return', note: '請刪去「穩定」。' })
    expect((await own(member)).application).toMatchObject({
      state: 'rejected',
      reason: 'promises-return',
      note: '請刪去「穩定」。',
    })
    expect(await notices(member)).toEqual(['mentor.rejected'])
    await published({}, member)
    expect((await own(member)).mentor.state).toBe('active')
  })

  test('of one who fell below junior meanwhile is not published', async () => {
    const member = await qualified()
    const applicationId = await applied(member)
    const [last] = steadyDays(until, 1)
    const next = dayBefore(until, -1)
    await plant(member, { days: [{ ...last!, date: next, total: 5_000_000 }] })
    await harness.approve('mentor', applicationId)
    expect(await own(member)).toMatchObject({
      mentor: null,
      application: { state: 'rejected', reason: 'below-threshold' },
    })
  })

  test('cannot take the name of another mentor', async () => {
    const name = newName()
    await published({ name })
    const second = await qualified()
    expect((await apply(second, { name: name.toUpperCase() })).body.msg).toBe('mentor.name-taken')
    const [late, first] = [await qualified(), await qualified()]
    const shared = newName()
    const [lateId, firstId] = [await applied(late, { name: shared }), await applied(first, { name: shared })]
    await harness.approve('mentor', firstId)
    await harness.approve('mentor', lateId)
    expect((await own(late)).application).toMatchObject({ state: 'rejected', reason: 'name-taken' })
  })
})

describe('a mentor', () => {
  test('closes the profile and stays listed with the last figures', async () => {
    const member = await published()
    const { mentor } = await own(member)
    const close = () => member.client.call('/mentors/close', {}, { key: true })
    expect((await close()).body.msg).toBe('done.mentor-closed')
    expect((await close()).body.msg).toBe('follow.mentor-not-found')
    const reader = await harness.member()
    const found = (await reader.client.call('/mentors/read', { mentorId: mentor.mentorId })).body.data
    expect(found).toMatchObject({ mentor: { state: 'closed', figures: mentor.figures }, holdings: [] })
    // A later day end of the account belongs to the member, no longer to the mentor.
    await plant(member, { days: [{ date: dayBefore(until, -30), total: 1, paidIn: 10_000_000 }] })
    await writeDays()
    expect((await own(member)).mentor.figures).toEqual(mentor.figures)
  })

  test('who loses stays listed below junior, and reads the change', async () => {
    const member = await published()
    const { mentor } = await own(member)
    const next = dayBefore(until, -1)
    await plant(member, { days: [{ date: next, total: 7_000_000, paidIn: 10_000_000, holdings: 1 }] })
    expect(await writeDays()).toBe(1)
    expect(await writeDays()).toBe(0)
    const found = (await listed(await harness.member(), 'junior')).find(
      ({ mentorId }: { mentorId: string }) => mentorId === mentor.mentorId,
    )
    expect(found).toMatchObject({
      level: null,
      state: 'active',
      figures: { date: next, profit: '-3000000' },
      follow: { minFollow: null },
    })
    expect(found.figures.drawdownBp).toBeGreaterThan(2_900)
    // Written in the same moment of the test's clock.
    expect((await notices(member)).toSorted()).toEqual(['mentor.level', 'mentor.passed'])
  })

  test('reaches each level by figures alone', async () => {
    const reader = await harness.member()
    const levels = [
      ['intermediate', steadyDays(until, 180, 20_100_000), steadyTrades(60)],
      ['senior', steadyDays(until, 365, 100_100_000), steadyTrades(150)],
    ] as const
    for (const [level, days, trades] of levels) {
      const member = await qualified(days, trades)
      await published({}, member)
      const { mentorId } = (await own(member)).mentor
      const found = (await listed(reader, level)).map((each: { mentorId: string }) => each.mentorId)
      expect(found).toContain(mentorId)
    }
    const { levels: counts } = (await reader.client.call('/mentors/hub', {})).body.data
    expect(counts.map(({ minFollow }: { minFollow: string }) => minFollow)).toEqual([
      '1000000',
      '5000000',
      '20000000',
    ])
  })

  test('who closed comes back with the same record', async () => {
    const member = await published()
    const { mentorId } = (await own(member)).mentor
    await member.client.call('/mentors/close', {}, { key: true })
    await published(
      { strategy: { tw: '', en: 'Large caps only, in three parts, out below the monthly line.' } },
      member,
    )
    expect((await own(member)).mentor).toMatchObject({
      mentorId,
      state: 'active',
      strategy: { tw: '', en: 'Large caps only, in three parts, out below the monthly line.' },
    })
  })

  test('shows the record from which the figures follow', async () => {
    const trades = [
      ...steadyTrades(22),
      ...steadyTrades(3, { dayTrade: true }),
      ...steadyTrades(2, { multiple: 250 }),
    ]
    const member = await published({}, await qualified(steadyDays(until, 95), trades))
    const { mentor } = await own(member)
    const reader = await harness.member()
    const read = async (path: string, body: object = {}) =>
      (await reader.client.call(path, { mentorId: mentor.mentorId, ...body })).body.data
    const { days, next } = await read('/mentors/record')
    const closed = await read('/mentors/trades')
    expect([days.length, next, closed.trades.length, closed.next]).toEqual([95, null, 27, null])
    const again = mentorFiguresOf(
      days.map((day: Record<string, string>) => ({
        ...day,
        total: BigInt(day['total']!),
        paidIn: BigInt(day['paidIn']!),
        holdings: BigInt(day['holdings']!),
      })),
      closed.trades.map((trade: Record<string, string>) => ({
        kind: trade['kind'],
        openedValue: BigInt(trade['openedValue']!),
        realised: BigInt(trade['realised']!),
      })),
    )!
    expect({ ...again, profit: again.profit.toString(), index: again.index.toString() }).toMatchObject({
      profit: mentor.figures.profit,
      index: mentor.figures.index,
      timeBp: mentor.figures.timeBp,
      drawdownBp: mentor.figures.drawdownBp,
      fills: 54,
    })
    expect(mentor.figures.trades).toMatchObject({ 'day-trade': { closed: 3 }, margin: { closed: 2 } })
    const { tradeId, realised } = closed.trades[0]
    const fills = await read('/mentors/fills', { tradeId })
    expect([fills.fills.length, fills.realised]).toEqual([2, realised])
    expect(
      (await reader.client.call('/mentors/fills', { mentorId: mentor.mentorId, tradeId: newId() })).body.msg,
    ).toBe('order.not-found')
    expect((await reader.client.call('/mentors/read', { mentorId: newId() })).body.msg).toBe(
      'follow.mentor-not-found',
    )
  })
})

test('the console lists mentors and applications, masked', async () => {
  const member = await published()
  await applied(await qualified())
  const handlers = mentorsConsoleHandlers({ db: harness.console })
  const answer = await handlers.listed({}, {} as never)
  if (!answer.ok) throw new Error(answer.msg)
  const { mentorId } = (await own(member)).mentor
  const row = answer.data.mentors.find((each) => each.mentorId === mentorId)
  expect(row).toMatchObject({ level: 'junior', levelBefore: 'junior', member: { name: '林○安' } })
  expect(answer.data.applications[0]).toMatchObject({ state: 'pending' })
})

describe('no role', () => {
  test('writes or changes a figure, a level or a mentor', async () => {
    const member = await published()
    const { mentorId } = (await own(member)).mentor
    const roles = [harness.api.asApi, harness.console, harness.worker]
    for (const role of roles) {
      for (const sql of [
        `UPDATE app.mentor_days SET profit = 1 WHERE mentor_id = '${mentorId}'`,
        `DELETE FROM app.mentor_days WHERE mentor_id = '${mentorId}'`,
        `UPDATE app.wealth_days SET cash = 1 WHERE member_id = '${member.memberId}'`,
        `UPDATE app.mentors SET name = 'other' WHERE id = '${mentorId}'`,
        `INSERT INTO app.mentors (id, member_id, name, strategy_tw, strategy_en, since, is_simulated)
         VALUES ('${newId()}', '${newId()}', 'New', '', '', now(), true)`,
      ])
        await expect(role.query(sql), sql).rejects.toThrow('permission denied')
    }
    const insert = `INSERT INTO app.mentor_days SELECT d.mentor_id, d.date + 1, 'senior', 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, '{}', 0, 0
      FROM app.mentor_days d WHERE d.mentor_id = '${mentorId}' LIMIT 1`
    for (const role of roles.slice(0, 2))
      await expect(role.query(insert)).rejects.toThrow('permission denied')
  })

  test('publishes a mentor without two votes', async () => {
    const member = await qualified()
    const applicationId = await applied(member)
    const { rows } = await harness.owner.query(`SELECT id FROM app.reviews WHERE subject = $1`, [
      applicationId,
    ])
    const publish = (review: string) =>
      harness.worker.query('SELECT app.publish_mentor($1, $2, $3, now())', [applicationId, review, newId()])
    await expect(publish(rows[0].id)).rejects.toThrow('not approved by two operators')
    await expect(
      harness.worker.query(
        `UPDATE app.mentor_applications SET state = 'passed', decided_at = now() WHERE id = $1`,
        [applicationId],
      ),
    ).rejects.toThrow('passed without its mentor')
    await expect(
      harness.api.asApi.query('SELECT app.publish_mentor($1, $1, $1, now())', [applicationId]),
    ).rejects.toThrow('permission denied')
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
  expect(await stepsOf('mentor')).toEqual(textOf(mentorTransitions))
  expect(await stepsOf('mentor-application')).toEqual(textOf(mentorApplicationTransitions))
  expect(new Set(mentorTransitions.flat())).toEqual(new Set(mentorStates))
  expect(new Set(mentorApplicationTransitions.flat())).toEqual(new Set(mentorApplicationStates))
})

describe('figures of real trades', () => {
  let market: MarginVenue
  afterEach(async () => {
    try {
      expect(await market.venue.breaches()).toEqual([])
    } finally {
      await market.stop()
    }
  })

  test('of a simulated mentor come from orders through the api', async () => {
    market = await openMarginVenue()
    const { venue } = market
    const reader = await market.member()
    const strategy = { ...strategies[1]!, symbols: ['2330'] }
    const client = openApiClient(reader.client.base, reader.client.origin)
    await client.enter({ account: strategy.account, password: 'practice8mentor' })
    await venue.seat('maker-1', '2330', 'sell', 10_000, 2)
    await venue.seat('maker-2', '2330', 'buy', 10_000, 1)
    await market.untilIdle()
    expect(await tradeOnce(client, strategy, new Date(venue.now))).toBe(1)
    await market.untilIdle()
    // One purchase a day.
    expect(await tradeOnce(client, strategy, new Date(venue.now))).toBe(0)

    const asPractice = openDb({
      url: venue.database.practiceUrl,
      poolSize: 1,
      applicationName: 'test-practice',
    })
    try {
      await publishMentor(asPractice, strategy, new Date(venue.now))
      await publishMentor(asPractice, strategy, new Date(venue.now))
      const stranger = { ...strategy, account: reader.account }
      await expect(publishMentor(asPractice, stranger, new Date())).rejects.toThrow('not reserved')
    } finally {
      await asPractice.close()
    }
    const list = async () => (await market.call(reader, '/mentors/list', { level: 'junior' })).mentors
    expect(await list()).toMatchObject([
      { isSimulated: true, level: null, figures: null, name: strategy.name },
    ])

    await market.closeDay()
    await market.openCall()
    venue.now += 30_000
    await market.writeWealth()
    await venue.seat('maker-1', '2330', 'sell', 10_300, 1)
    await venue.seat('maker-2', '2330', 'buy', 10_300, 1)
    await market.continuous()
    const deps = reviewDeps({ config: market.api.config, bus: market.api.api.runtime.bus })
    await writeMentorDays(venue.db, deps, new Date(venue.now))
    // Junior without days and trades, by the published exception; the account has the money.
    expect(await list()).toMatchObject([
      { isSimulated: true, level: 'junior', figures: { days: 1, fills: 1 } },
    ])
    // The session of yesterday has ended: the program signs in again. A gain of two percent is taken.
    await expect(tradeOnce(client, strategy, new Date(venue.now))).rejects.toThrow(SignedOut)
    await client.enter({ account: strategy.account, password: 'practice8mentor' })
    await venue.seat('maker-2', '2330', 'buy', 10_300, 1)
    await market.untilIdle()
    expect(await tradeOnce(client, { ...strategy, maxOpen: 1 }, new Date(venue.now))).toBe(1)
    await market.untilIdle()
    const { body } = await reader.client.call('/mentors/read', { mentorId: (await list())[0].mentorId })
    expect(body.data.holdings).toEqual([])
  })

  test('equal SQL over the ledger and the fills', async () => {
    market = await openMarginVenue()
    const { venue } = market
    const member = await market.member()
    const endDay = async (price: number): Promise<void> => {
      await market.closeDay()
      await market.openCall()
      venue.now += 30_000
      await market.writeWealth()
      await venue.seat('maker-1', '2330', 'sell', price, 1)
      await venue.seat('maker-2', '2330', 'buy', price, 1)
      await market.continuous()
    }
    const open = async (price: number, multiple: 100 | 250 = 100) => {
      await venue.seat('maker-1', '2330', 'sell', price, 2)
      return venue.open(member.memberId, { symbol: '2330', price, lots: 2, multiple })
    }
    const cash = await open(10_000)
    await market.untilIdle()
    const books = [await booksOf(market, member)]
    await endDay(10_300)
    const margin = await open(10_300, 250)
    await market.untilIdle()
    books.push(await booksOf(market, member))
    await endDay(10_100)
    await venue.seat('maker-2', '2330', 'buy', 10_100, 4)
    await venue.close(cash, { price: 10_100, lots: 2 })
    await venue.close(margin, { price: 10_100, lots: 2 })
    await market.untilIdle()
    books.push(await booksOf(market, member))
    await endDay(10_200)
    await market.untilIdle()

    const mentorId = newId()
    await venue.sql.query(
      `INSERT INTO app.mentors (id, member_id, name, strategy_tw, strategy_en, since, is_simulated)
       VALUES ($1, $2, 'Practice', 'x', 'x', now(), true)`,
      [mentorId, member.memberId],
    )
    await writeMentorDays(
      venue.db,
      reviewDeps({ config: market.api.config, bus: market.api.api.runtime.bus }),
      new Date(venue.now),
    )
    const { mentor } = await market.call(member, '/mentors/read', { mentorId })
    const { days } = await market.call(member, '/mentors/record', { mentorId })
    expect(
      days.map((day: { total: string; paidIn: string }) => ({ total: day.total, paid: day.paidIn })),
    ).toEqual(books)
    const [fills] = await venue.sql.query<{ made: string; count: number }>(
      `SELECT sum(CASE side WHEN 'sell' THEN 1 ELSE -1 END * price::bigint * quantity - fee - tax - borrow_fee)::text AS made,
         count(*)::integer AS count FROM app.fills WHERE member_id = $1`,
      [member.memberId],
    )
    const last = books.at(-1)!
    expect(mentor.figures).toMatchObject({
      profit: (BigInt(last.total) - BigInt(last.paid)).toString(),
      capital: last.total,
      days: 3,
      fills: fills!.count,
      winRateBp: null,
      trades: { cash: { closed: 1 }, margin: { closed: 1 }, short: { closed: 0 } },
    })
    // Everything is closed: the profit is what the fills say, less the interest of the margin trade.
    const interest = BigInt(fills!.made) - BigInt(mentor.figures.profit)
    expect(interest >= 0n).toBe(true)
    const { trades } = await market.call(member, '/mentors/trades', { mentorId })
    const kinds = trades.map(({ kind }: { kind: string }) => kind).toSorted()
    expect(kinds).toEqual([
      tradeKindOf({ direction: 'long', multiple: 100, dayTrade: false, origin: 'market' }),
      'margin',
    ])
    for (const { tradeId, realised } of trades) {
      const trade = await market.call(member, '/mentors/fills', { mentorId, tradeId })
      let sum = -BigInt(trade.interest) - BigInt(trade.offered)
      for (const { side, price, quantity, fee, tax, borrowFee } of trade.fills)
        sum +=
          (side === 'sell' ? 1n : -1n) * BigInt(price * quantity) -
          BigInt(fee) -
          BigInt(tax) -
          BigInt(borrowFee)
      expect(sum.toString()).toBe(realised)
    }
  })
})

/** Total assets and everything ever paid in, from the ledger's lines. */
async function booksOf(
  market: MarginVenue,
  { memberId }: TestMember,
): Promise<{ total: string; paid: string }> {
  const [row] = await market.venue.sql.query<{ total: string; paid: string }>(
    `SELECT app.equity_of($1::uuid)::text AS total, coalesce((
       SELECT sum(l.amount) FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
       JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
       WHERE a.owner_kind = 'member' AND a.owner_id = $1::text AND a.asset = 'TWD'
         AND split_part(e.event, '.', 1) IN ('practice-grant', 'deposit', 'withdrawal', 'journal')), 0)::text AS paid`,
    [memberId],
  )
  return row!
}
