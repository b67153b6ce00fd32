// T+2: receivable cash and shares become free on their settlement date; debts of that date are collected.

import { type AccountCode, type Asset, type Entry, member, postMany, seat } from '@fairlot/ledger'
import { addDays, type CalendarName, dateBegun, isSettlementDay, taipeiDate } from '@fairlot/rules/calendar'
import { readClosures } from '#features/calendar'
import { writesDurably } from '#platform/crash-points'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { arrive } from '../postings.ts'
import { type Due, readBalances } from '../store.ts'
import { forgetDues, lockDues } from './store.ts'

const atOnce = 200

/**
 * Moves whole balances, so a second run moves nothing. What an order holds of a date stays with the order, and the date
 * is checked again until nothing of it is left.
 */
export async function sweepDues(db: Db, calendar: CalendarName, now: Date): Promise<number> {
  const closures = await readClosures(db)
  // A settlement date that was closed after the trade: its amounts wait for the next day on which banks work.
  let today = dateBegun(calendar, now.getTime(), taipeiDate(now.getTime()))
  while (!isSettlementDay(calendar, closures, today)) today = addDays(today, -1)
  let moved = 0
  let after: Due | undefined
  for (;;) {
    const round = await db.transaction(async (tx) => {
      const dues = await lockDues(tx, today, after, atOnce)
      return { dues, moved: dues.length === 0 ? 0 : await sweep(tx, dues, now) }
    })
    moved += round.moved
    after = round.dues.at(-1)
    if (round.dues.length < atOnce) return moved
  }
}

interface Accounts {
  readonly available: AccountCode
  readonly receivable: AccountCode
  readonly held: AccountCode
  readonly payable: AccountCode
}

function accountsOf({ owner, asset, due }: Due): Accounts {
  const [kind, id] = owner.split('/') as ['member' | 'seat', string]
  const accounts = kind === 'seat' ? seat(id) : member(id)
  const of = asset as Asset
  return {
    available: accounts.available(of),
    receivable: accounts.receivable(of, due),
    held: accounts.heldReceivable(of, due),
    payable: accounts.payable(of, due),
  }
}

async function sweep(tx: Tx, dues: readonly Due[], now: Date): Promise<number> {
  writesDurably(tx, 'settlement.sweep')
  const rows = dues.map((due) => ({ due, accounts: accountsOf(due) }))
  const all = [...new Set(rows.flatMap(({ accounts }) => Object.values(accounts) as AccountCode[]))]
  const before = await readBalances(tx, all)
  // An owner's free balance shrinks as their dates are collected one after the other.
  const free = new Map<AccountCode, bigint>()
  const entries: Entry[] = []
  for (const { due, accounts } of rows) {
    const comes = before.get(accounts.receivable) ?? 0n
    const owed = -(before.get(accounts.payable) ?? 0n)
    const has = (free.get(accounts.available) ?? before.get(accounts.available) ?? 0n) + comes
    const pays = owed < has ? owed : has
    free.set(accounts.available, has - pays)
    if (comes === 0n && pays === 0n) continue
    const head = {
      event: 'settlement.arrived',
      reference: due.due,
      key: `arrived:${newId(now.getTime())}`,
      postedAt: now,
    }
    entries.push(
      arrive(head, [
        { account: accounts.receivable, to: accounts.available, amount: comes },
        { account: accounts.available, to: accounts.payable, amount: pays },
      ]),
    )
  }
  const outcomes = await postMany(tx, entries)
  for (const outcome of outcomes)
    // The balance was spent or held after the read: the next round tries again.
    if (!outcome.ok && outcome.reason !== 'insufficient')
      throw new Error(`a settlement date was refused: ${outcome.reason} on ${outcome.on}`)
  const left = await readBalances(tx, all)
  const isDone = ({ accounts }: { readonly accounts: Accounts }): boolean =>
    [accounts.receivable, accounts.held, accounts.payable].every(
      (account) => (left.get(account) ?? 0n) === 0n,
    )
  await forgetDues(
    tx,
    rows.filter(isDone).map(({ due }) => due),
  )
  return outcomes.filter(({ ok }) => ok).length
}
