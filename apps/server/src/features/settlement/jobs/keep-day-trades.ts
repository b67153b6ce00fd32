// A day trade that was not closed on its day becomes an ordinary position on the next. A short one has then borrowed
// its shares overnight: it pays the other half of the tax and the borrow fee, on what is still open.

import { shardOf } from '@fairlot/contract/venue'
import { type Entry, postMany } from '@fairlot/ledger'
import { borrowFee, type TradingTerms, transactionTax } from '@fairlot/rules/orders'
import { recordMemberEvents } from '#features/live'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { SettlementDeps } from '../apply-batches.ts'
import { keepShort } from '../postings.ts'
import { readTerms } from '../store.ts'
import { lockDayTradesBefore, type OpenDayTrade, readSettledDates, writeKept } from './store.ts'

const atOnce = 200

/** Only once its shard's new day is settled: then the closing auction of the previous day is settled too. */
export async function keepDayTrades(deps: SettlementDeps): Promise<number> {
  const { db, clock } = deps
  const dates = await readSettledDates(db)
  const newest = [...dates.values()].reduce((last, date) => (date > last ? date : last), '')
  if (newest === '') return 0
  return db.transaction(async (tx) => {
    const open = await lockDayTradesBefore(tx, newest, atOnce)
    const due = open.filter(({ symbol, openedOn }) => openedOn < (dates.get(shardOf(symbol)) ?? ''))
    if (due.length === 0) return 0
    writesDurably(tx, 'settlement.keep-day-trades')
    await keep(tx, deps, due, clock.now())
    return due.length
  })
}

async function keep(
  tx: Tx,
  deps: SettlementDeps,
  dayTrades: readonly OpenDayTrade[],
  now: Date,
): Promise<void> {
  const terms = await readTerms(tx, [...new Set(dayTrades.map((one) => one.terms))])
  const entries: Entry[] = []
  const kept = dayTrades.map((one) => {
    const known = terms.get(one.terms)
    if (!known) throw new Error(`position ${one.id} was opened under unknown terms`)
    const charge = chargeOf(known, one)
    if (charge.taxDue + charge.feeDue > 0n)
      entries.push(
        keepShort(
          { event: 'day-trade.kept', reference: one.id, key: `day-trade-kept:${one.id}`, postedAt: now },
          one.memberId,
          charge,
        ),
      )
    return { id: one.id, ...charge }
  })
  for (const outcome of await postMany(tx, entries))
    if (!outcome.ok) throw new Error(`a kept day trade was refused: ${outcome.reason} on ${outcome.on}`)
  await writeKept(tx, kept)
  await recordMemberEvents(
    tx,
    deps,
    dayTrades.map(({ id, memberId }) => ({
      memberId,
      kind: 'position.changed',
      data: { positionId: id },
      at: now,
    })),
  )
}

export function chargeOf(
  terms: TradingTerms,
  { direction, kind, openedValue, openedShares, shares }: OpenDayTrade,
): { readonly taxDue: bigint; readonly feeDue: bigint } {
  if (direction === 'long') return { taxDue: 0n, feeDue: 0n }
  const value = (openedValue * BigInt(shares)) / BigInt(openedShares)
  return {
    taxDue: transactionTax(terms, kind, false, value) - transactionTax(terms, kind, true, value),
    feeDue: borrowFee(terms, false, value),
  }
}
