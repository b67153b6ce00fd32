// A waiting entry in the ticket that changes it.

import type { DataOf } from '@fairlot/contract'
import { lotSize } from '@fairlot/rules/instruments'
import { debtOf, longMultiples, type Exits, type TicketFacts } from '@fairlot/rules/orders'
import type { Draft } from './draft.ts'

type ConditionalRow = DataOf<'/orders/listConditional'>['conditional'][number]

/** A waiting entry that the ticket changes. */
export type ChangedEntry = ConditionalRow & { readonly entry: NonNullable<ConditionalRow['entry']> }

export const draftOfEntry = ({ entry, quantity, expiresOn }: ChangedEntry): Draft => ({
  direction: entry.direction,
  priceType: 'conditional',
  price: entry.price ?? entry.trigger,
  lots: quantity / lotSize,
  amount: null,
  multiple: longMultiples.find((each) => each === entry.multiple) ?? 100,
  validity: 'ROD',
  dayTrade: false,
  exits: entry.exits === null ? undefined : exitsOf(entry.exits),
  entry: {
    way: entry.way,
    trigger: entry.trigger,
    then: entry.price === null ? 'market' : 'limit',
    expiresOn,
  },
})

const exitsOf = ({ stop, takeProfit }: NonNullable<ChangedEntry['entry']['exits']>): Exits => ({
  ...(stop === null ? {} : { stop }),
  ...(takeProfit === null ? {} : { takeProfit }),
})

/** What the changed entry holds is free for the new one. */
export const withoutChanged = (facts: TicketFacts, changed: ChangedEntry | undefined): TicketFacts => {
  if (changed === undefined) return facts
  const { entry, quantity, held } = changed
  return {
    ...facts,
    buyingPower: facts.buyingPower + BigInt(held),
    owed: facts.owed - debtOf({ ...entry, quantity }, entry.worstPrice),
    lendable: facts.lendable + (entry.direction === 'short' ? quantity : 0),
  }
}
