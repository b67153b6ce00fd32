import { maxLotsFor, type TicketFacts } from '@fairlot/rules/orders'
import { orderOf, type Draft } from './draft.ts'

/** The most lots that the chosen amount pays for; zero when it does not pay for one. */
export const sizeBy = (facts: TicketFacts, draft: Draft): Draft => {
  if (draft.amount === null) return draft
  const amount = BigInt(draft.amount)
  const buyingPower = amount < facts.buyingPower ? amount : facts.buyingPower
  return { ...draft, lots: maxLotsFor({ ...facts, buyingPower }, orderOf({ ...draft, lots: 1 })) }
}
