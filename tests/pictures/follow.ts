// Mentors of three levels with followers, a product, and the member's copies: one with shares, one paused, one stopped.

import { randomUUID } from 'node:crypto'
import { dayBefore, plantRecord, steadyDays, steadyTrades } from '../flows/support/mentor-record.ts'
import { placeOrder } from '../e2e/support/hold.ts'
import { until } from '../e2e/support/money.ts'
import { withOwner } from '../e2e/support/operators.ts'
import type { Office } from './office.ts'
import { openPerson, type Person } from './people.ts'
import type { Screens } from './samples.ts'

interface Mentor {
  readonly mentorId: string
  readonly person: Person
}

const strategies = [
  {
    name: '慢慢來',
    tw: '只買大型股，分三批進場，跌破月線就全部賣出，不用融資。',
    en: 'Large caps only, bought in three parts, sold below the monthly line, without margin.',
    days: 380,
    trades: 160,
    money: 120_000_000,
    step: 42_000,
  },
  {
    name: '月線守門員',
    tw: '站上月線才買，跌破就賣，單一股票不超過兩成。',
    en: 'Buys above the monthly line, sells below it, at most a fifth in one stock.',
    days: 200,
    trades: 66,
    money: 30_000_000,
    step: 9_000,
  },
  {
    name: '存股小隊長',
    tw: '只買電信與金融股，領到的股利再投入，不做當沖，也不用融資。',
    en: 'Telecom and finance only, dividends reinvested, no day trades and no margin.',
    days: 100,
    trades: 24,
    money: 12_000_000,
    step: 1_200,
  },
] as const

/** Also returns the wait for the member's first shares, which need a trade of odd lots. */
export async function followMentors(
  me: Person,
  office: Office,
): Promise<{ readonly screens: Screens; readonly hasShares: () => Promise<void> }> {
  const mentors: Mentor[] = []
  for (const strategy of strategies) mentors.push(await makeMentor(office, strategy))
  const [senior, intermediate, junior] = mentors as [Mentor, Mentor, Mentor]
  const productId = await office.publish('/copy-trading/proposeProduct', {
    mentorId: intermediate.mentorId,
    name: { tw: '穩進 60 天', en: 'Steady 60 days' },
    minFollow: '6000000',
    maxTotal: '60000000',
    termDays: 60,
    deadline: new Date(Date.now() + 5 * 86_400_000).toISOString(),
    why: '導師提出，條件在上限內。',
  })
  const copyId = await follow(me, senior.mentorId, '40000000', 10_000)
  const paused = await follow(me, junior.mentorId, '3000000')
  await me.post('/copy-trading/pause', { copyId: paused, isPaused: true })
  const stopped = await follow(me, intermediate.mentorId, '6000000')
  await me.post('/copy-trading/stop', { copyId: stopped })
  await follow(me, intermediate.mentorId, '60000000')
  for (const amount of ['20000000', '22000000', '25000000', '21000000', '30000000']) {
    const follower = await openPerson()
    await follower.verify(office.votes)
    await follow(follower, senior.mentorId, amount)
    await follow(follower, intermediate.mentorId, '6000000', 3_000, productId)
  }
  await buyAsMentor(senior)
  const of = (mentorId: string) => ({ query: `id=${mentorId}` })
  const { trades } = await me.api.ask<{ trades: { tradeId: string }[] }>('/mentors/trades', {
    mentorId: senior.mentorId,
  })
  const screens = {
    '/gdindex/dsFllow': { query: 'level=senior' },
    '/gdindex/dsFllowInfo': of(junior.mentorId),
    '/gdindex/dsFllowInfo?view=record': of(senior.mentorId),
    '/gdindex/dsFllowInfo?view=trade': {
      query: `id=${senior.mentorId}&trade=${trades[0]?.tradeId ?? ''}`,
    },
    '/gdindex/dsFllowRecord?view=copy': { query: `id=${copyId}` },
    '/gdindex/gdindex?view=own': { as: senior.person.member.account },
  }
  return { screens, hasShares: () => untilShares(me, copyId) }
}

/** Another member with a planted record, approved by two operators. */
async function makeMentor(office: Office, strategy: (typeof strategies)[number]): Promise<Mentor> {
  const { name, tw, en, days, trades, money, step } = strategy
  const person = await openPerson()
  await person.verify(office.votes)
  const yesterday = dayBefore(new Date().toISOString().slice(0, 10), 1)
  await withOwner((db) =>
    db.transaction((tx) =>
      plantRecord(tx, person.member.memberId, {
        days: steadyDays(yesterday, days, money, step),
        trades: [...steadyTrades(trades), ...steadyTrades(2, { direction: 'short' })],
      }),
    ),
  )
  const applicationId = randomUUID()
  await person.post('/mentors/apply', { applicationId, name, strategy: { tw, en }, agreed: true })
  await office.approve('mentor', applicationId)
  let mentorId = ''
  await until(async () => {
    const own = await person.api.ask<{ mentor: { mentorId: string } | null }>('/mentors/own', {})
    mentorId = own.mentor?.mentorId ?? ''
    return mentorId !== ''
  })
  return { mentorId, person }
}

async function follow(
  { post }: Person,
  mentorId: string,
  amount: string,
  stockShareBp = 3_000,
  productId?: string,
): Promise<string> {
  const copyId = randomUUID()
  const asked = { stockShareBp, stopLossBp: 1_000, cap: null, agreed: true }
  await post('/copy-trading/follow', {
    copyId,
    mentorId,
    amount,
    ...asked,
    ...(productId === undefined ? {} : { productId }),
  })
  return copyId
}

/** A purchase that the copies get their part of. The list of today closed before they began. */
async function buyAsMentor({ person }: Mentor): Promise<void> {
  await withOwner((db) =>
    db.query(
      `UPDATE app.copies SET starts_on = '2026-01-01' WHERE state = 'following' AND product_id IS NULL`,
    ),
  )
  await placeOrder(person.api, { symbol: '2014', lots: 8, price: 'limit-up' })
}

/**
 * Nothing of a parent order is divided before its odd shares have traded. Their first auction is ten minutes after the open, and they
 * may miss a few.
 */
const untilShares = ({ api }: Person, copyId: string): Promise<void> =>
  until(async () => {
    const { copy } = await api.ask<{ copy: { cost: string } }>('/copy-trading/read', { copyId })
    return copy.cost !== '0'
  }, 20 * 60_000)
