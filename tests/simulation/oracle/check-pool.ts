// The pool of blocks: the ledger has what the log says, and a block that is done leaves nothing there. Blocks of one line
// have no rounding.

import { copyPoolAccount, type VenueEvent } from '@fairlot/contract/venue'
import { stock } from '@fairlot/ledger'
import { copyPoolSeat } from '@fairlot/rules/members'
import { type EventRow, tables } from '../actors/rows.ts'
import type { Simulation } from '../actors/simulation.ts'
import type { Say } from './check-intake.ts'

type Sums = Map<string, bigint>

const add = (sums: Sums, key: string, amount: bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

export function checkPool({ store }: Simulation, say: Say): void {
  const logged: Sums = new Map()
  const blocks = new Map<string, Sums>()
  const done = new Set<string>()
  for (const row of store.table<EventRow>(tables.events).values()) {
    const event = JSON.parse(row.body) as VenueEvent
    if (event.kind === 'block-done') done.add(event.block)
    if (event.kind !== 'traded' && event.kind !== 'allocated') continue
    const value = BigInt(event.price) * BigInt(event.quantity)
    for (const [account, order, sign] of [
      [event.buyAccount, event.buyOrder, 1n],
      [event.sellAccount, event.sellOrder, -1n],
    ] as const) {
      if (account !== copyPoolAccount) continue
      const block = blocks.get(order) ?? new Map<string, bigint>()
      blocks.set(order, block)
      for (const sums of [logged, block]) {
        add(sums, 'TWD', -sign * value)
        add(sums, stock(event.symbol), sign * BigInt(event.quantity))
      }
    }
  }
  for (const [block, sums] of blocks)
    if (done.has(block) && [...sums.values()].some((amount) => amount !== 0n))
      say('I13', `${block} leaves ${[...sums.values()].join(' and ')} with the pool`)

  const kept: Sums = new Map()
  for (const [account, amount] of store.table<bigint>('balances')) {
    const [owner, ownerId, asset] = account.split('/')
    if (owner === 'seat' && ownerId === copyPoolSeat.ledgerId) add(kept, asset!, amount)
  }
  for (const [key, amount] of store.table<bigint>('seat_nets')) {
    const [ledgerId, asset] = key.split(' ')
    if (ledgerId === copyPoolSeat.ledgerId) add(kept, asset!, amount)
  }
  for (const asset of new Set([...logged.keys(), ...kept.keys()]))
    if ((logged.get(asset) ?? 0n) !== (kept.get(asset) ?? 0n))
      say('I13', `the pool has ${kept.get(asset) ?? 0n} ${asset}, its events ${logged.get(asset) ?? 0n}`)
}
