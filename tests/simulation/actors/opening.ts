// The state before the first step: money of members and seats, shares, the lending pool, the listed instruments.

import {
  type AccountCode,
  houseAccounts,
  lending,
  type Line,
  member,
  practiceGrant,
  seat,
  stock,
} from '@fairlot/ledger'
import { copyPoolSeat } from '@fairlot/rules/members'
import { type QueueRow, keyOf, tables } from './rows.ts'
import type { Simulation } from './simulation.ts'
import type { DayRow } from './worker.ts'

/** The grant of a new member: NT$10,000,000. */
export const grant = 1_000_000_000n
export const poolShares = 15_000n
export const seatCash = 100_000_000_000n
export const seatShares = 5_000_000n

export function openingEntries(simulation: Simulation, date: string): void {
  const { store, memberIds, instruments, seats, shards } = simulation
  const give = (key: string, amount: bigint, from: AccountCode, to: AccountCode): void => {
    const lines: Line[] = [
      { account: from, amount: -amount },
      { account: to, amount },
    ]
    store.seed('keys', key, key)
    store.seed('entries', key, { event: 'opening', reference: key, lines })
    store.seed('balances', to, (store.read<bigint>('balances', to) ?? 0n) + amount)
  }
  for (const id of memberIds) give(`grant ${id}`, grant, practiceGrant('TWD'), member(id).available('TWD'))
  for (const ledgerId of seats.values()) {
    // The pool of blocks has nothing of its own.
    if (ledgerId === copyPoolSeat.ledgerId) continue
    give(`seat ${ledgerId}`, seatCash, houseAccounts.capital('TWD'), seat(ledgerId).available('TWD'))
    for (const { symbol } of instruments) {
      const asset = stock(symbol)
      give(
        `seat ${ledgerId} ${symbol}`,
        seatShares,
        houseAccounts.issue(asset),
        seat(ledgerId).available(asset),
      )
    }
  }
  for (const { symbol } of instruments) {
    const asset = stock(symbol)
    give(`pool ${symbol}`, poolShares, houseAccounts.issue(asset), lending.available(asset))
  }
  // Two members are one owner: their orders must not trade with each other.
  for (const id of memberIds.slice(0, 2)) store.seed('directory.owners', id, { ownerGroup: 'pair' })
  const day: DayRow = { date, phase: 'closed', until: simulation.scheduler.now }
  store.seed('days', 'now', { ...day, date: dayBefore(date) })
  for (const shard of shards) {
    const listed = instruments.filter((instrument) => instrument.shard === shard)
    const command = {
      kind: 'list',
      instruments: listed.map(({ symbol, kind, reference }) => ({
        symbol,
        instrument: kind,
        reference,
        limited: true,
      })),
    }
    const id = store.nextNumber('queue')
    const row: QueueRow = { shard, id, command: JSON.stringify(command) }
    store.seed(tables.queue, keyOf(shard, id), row)
  }
}

const dayBefore = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
