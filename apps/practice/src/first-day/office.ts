// What the two operators of the first day do: decide the requests of its members that are not to wait, publish an auction, a
// placement and a block, announce dividends, answer a matter. They touch nothing of anyone else.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { readVotingKey } from '../offers/key.ts'
import type { ApiClient } from '../mentors/client.ts'
import { blockPassword } from './calls.ts'
import {
  authenticatorStep,
  type ConsoleClient,
  openConsoleClient,
  type OperatorAccount,
  Refused,
} from './console-client.ts'
import type { FirstDayMember } from './members.ts'
import type { Progress } from './progress.ts'
import type { FirstDaySettings } from './settings.ts'

/** `one` proposes, both decide. */
export interface Office {
  readonly one: ConsoleClient
  readonly two: ConsoleClient
}

/** Undefined while a code cannot be used: each works once, for half a minute. */
export async function openOffice(
  settings: FirstDaySettings,
  progress: Progress,
): Promise<Office | undefined> {
  const accounts = readAccounts(join(settings.folder, 'operators.txt'))
  if (accounts.length < 2) return undefined
  const clients: ConsoleClient[] = []
  for (const account of accounts) {
    const last = Number(progress.kept(account.login, 'code') ?? 0)
    const step = Math.max(authenticatorStep(new Date()), last + 1)
    if (step > authenticatorStep(new Date()) + 1) return undefined
    progress.finish(account.login, 'code', String(step))
    const { client, keyId } = await openConsoleClient({
      url: settings.consoleUrl,
      origin: settings.consoleOrigin,
      account,
      key: readVotingKey(join(settings.folder, `${account.login}.key`)),
      step,
      keyId: progress.kept(account.login, 'voting key'),
    })
    progress.finish(account.login, 'voting key', keyId)
    clients.push(client)
  }
  return { one: clients[0]!, two: clients[1]! }
}

/** As `seed-operators first-day` prints them. */
function readAccounts(file: string): readonly OperatorAccount[] {
  if (!existsSync(file)) return []
  const pattern = /login (\S+)\s+password (.+)\n\s+authenticator secret (\S+)\n\s+voting key code (\S+)/g
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(
    ([, login = '', password = '', secret = '', keyCode = '']) => ({ login, password, secret, keyCode }),
  )
}

type Row = ConsoleDataOf<'/operators/queue'>['reviews'][number]

/** Votes on the requests that a member's entry names. Returns how many votes were given. */
export async function decideRequests(
  { one, two }: Office,
  owners: ReadonlyMap<string, FirstDayMember>,
): Promise<number> {
  let votes = 0
  for (const operator of [one, two]) {
    const { reviews } = await operator.ask('/operators/queue', {
      filter: { kinds: ['identity', 'bank-account'], state: 'open', mine: true },
    })
    for (const review of reviews) {
      const owner = owners.get(review.member?.memberId ?? '')
      if (owner !== undefined && (await decide(operator, review, owner))) votes += 1
    }
  }
  return votes
}

async function decide(
  operator: ConsoleClient,
  { reviewId, kind }: Row,
  owner: FirstDayMember,
): Promise<boolean> {
  if (owner.approves.some((each) => each === kind)) {
    await operator.approve(reviewId)
    return true
  }
  if (owner.rejects !== kind) return false
  await operator.reject(reviewId, {
    reason: 'fields-wrong',
    problems: [{ field: 'front', problem: 'glare' }],
    note: '正面照片反光，姓名看不清楚，請重新拍攝。',
  })
  return true
}

/** Answers a matter of a member whose entry has an answer. */
export async function answerMatters(
  { one }: Office,
  owners: ReadonlyMap<string, FirstDayMember>,
): Promise<number> {
  let answers = 0
  const { threads } = await one.ask('/support/inbox', { state: 'waiting' })
  for (const { threadId, owner } of threads) {
    const text = owners.get(owner.memberId)?.answer
    if (text === undefined) continue
    const { entries } = await one.ask('/support/thread', { threadId })
    const seen = entries.at(-1)
    if (seen === undefined) continue
    await one.ask('/support/answer', { threadId, text, closes: false, seen: seen.entryId })
    answers += 1
  }
  return answers
}

interface Proposal {
  readonly name: string
  /** False: it stays in the queue for a second operator. */
  readonly isApproved: boolean
  /** Undefined: not yet, a price is missing. */
  propose(one: ConsoleClient, guest: ApiClient): Promise<{ readonly reviewId: string } | undefined>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const at = (ms: number): string => new Date(Date.now() + ms).toISOString()
const dateAt = (ms: number): string => at(ms + 8 * hourMs).slice(0, 10)
/** Long enough for the second vote and the worker. */
const soonMs = 20_000
const reason = '示範：第一天的資料'

async function lastPrice(guest: ApiClient, symbol: string): Promise<number | undefined> {
  const answer = await guest.call('/market/someQuotes', { symbols: [symbol] })
  return (answer.ok ? answer.data.rows[0]?.last : undefined) ?? undefined
}

/** An issuer announces its dividend: a few percent of the price, in steps of five cents, and new shares for a thousand. */
const dividend = (symbol: string, percent: number, exInDays: number, perThousand = 0): Proposal => ({
  name: `dividend ${symbol}`,
  isApproved: true,
  async propose(one, guest) {
    const last = await lastPrice(guest, symbol)
    if (last === undefined) return undefined
    const fiveCents = Math.max(Math.round((last * percent) / 500), 1)
    const asked = one.ask('/corporate-actions/proposeDividend', {
      symbol,
      cashMicros: fiveCents * 50_000,
      stockMicros: perThousand * 1_000,
      exOn: dateAt(exInDays * dayMs),
      paysOn: dateAt((exInDays + 3) * dayMs),
      reason,
    })
    return asked.catch(unlessClosed)
  },
})

/** With the calendar of the exchange one of the days may be a holiday: the next start has others. */
function unlessClosed(error: unknown): undefined {
  if (!(error instanceof Refused) || error.code !== 'offer.terms') throw error
}

/** Stocks that members of the first day hold, and one that a member has sold short. */
const dividends: readonly Proposal[] = [
  dividend('2886', 4, 2),
  dividend('2409', 2, 3, 50),
  dividend('2317', 3, 9),
]

export const proposals: readonly Proposal[] = [
  {
    name: 'auction',
    isApproved: true,
    propose: (one) =>
      one.ask('/auctions/proposeAuction', {
        symbol: '96001',
        name: { tw: '模擬 曜石光電', en: 'Simulated Obsidian Optics' },
        industry: { tw: '光電業', en: 'Optoelectronics' },
        floorPrice: '6000',
        lots: 200,
        minLots: 1,
        maxLots: 5,
        startsAt: at(soonMs),
        closesAt: at(2 * dayMs),
        opensAt: at(2 * dayMs + hourMs),
        payBy: at(4 * dayMs),
        listsOn: dateAt(7 * dayMs),
        reason,
      }),
  },
  {
    name: 'placement',
    isApproved: true,
    async propose(one, guest) {
      const last = await lastPrice(guest, '2884')
      if (last === undefined) return undefined
      return one.ask('/placements/proposePlacement', {
        kind: 'placing',
        method: 'pro-rata',
        seat: 'maker-1',
        symbol: '2884',
        price: Math.round(last * 0.95),
        lots: 20,
        minLots: 1,
        maxLots: 5,
        opensAt: at(soonMs),
        closesAt: at(2 * dayMs),
        deliversOn: dateAt(6 * dayMs),
        reason,
      })
    },
  },
  {
    name: 'block listing',
    isApproved: true,
    async propose(one, guest) {
      const last = await lastPrice(guest, '2409')
      const { minLots, isOpen } = await one.ask('/block-trades/listed', {})
      if (last === undefined || !isOpen) return undefined
      return one.ask('/block-trades/proposeListing', {
        seat: 'maker-1',
        symbol: '2409',
        price: Math.round(last * 0.98),
        lots: minLots * 10,
        minLots,
        maxLots: minLots * 5,
        password: blockPassword,
        why: reason,
      })
    },
  },
  {
    name: 'vouchers',
    isApproved: false,
    propose: (one) =>
      one.ask('/coupons/proposeGrant', {
        audience: { kind: 'joined', from: dateAt(0), to: dateAt(0), verifiedOnly: true },
        name: { tw: '開站手續費券', en: 'Opening fee voucher' },
        fee: 'brokerage',
        amount: '10000',
        lastDay: dateAt(30 * dayMs),
        reason,
      }),
  },
  ...dividends,
]

/** Proposes, signs and approves what is not published yet. Returns how many steps were made. */
export async function publish(office: Office, guest: ApiClient, progress: Progress): Promise<number> {
  let steps = 0
  for (const { name, isApproved, propose } of proposals) {
    if (progress.kept('office', name) !== undefined) continue
    let reviewId = progress.kept('office', `${name} proposed`)
    if (reviewId === undefined) {
      reviewId = (await propose(office.one, guest))?.reviewId
      if (reviewId === undefined) continue
      progress.finish('office', `${name} proposed`, reviewId)
      steps += 1
    }
    await office.one.signProposal(reviewId).catch(unlessSigned)
    if (isApproved) await office.two.approve(reviewId)
    progress.finish('office', name, reviewId)
    steps += 1
  }
  return steps
}

/** After an interrupted start the signature may be there. */
function unlessSigned(error: unknown): void {
  if (!(error instanceof Refused) || error.code !== 'operator.signature-refused') throw error
}
