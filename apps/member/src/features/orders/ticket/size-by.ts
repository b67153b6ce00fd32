import { maxLotsFor, maxSharesFor, type TicketFacts } from '@fairlot/rules/orders'
import { orderOf, type Draft } from './draft.ts'

/** The most lots, or shares of an odd lot, that the chosen amount pays for; zero when it does not pay for one. */
export const sizeBy = (facts: TicketFacts, draft: Draft): Draft => {
  const { odd } = draft
  const chosen = odd === undefined ? draft.amount : odd.amount
  if (chosen === null) return draft
  const amount = BigInt(chosen)
  const buyingPower = amount < facts.buyingPower ? amount : facts.buyingPower
  if (odd !== undefined) {
    const shares = maxSharesFor({ ...facts, buyingPower }, orderOf(draft))
    return { ...draft, odd: { ...odd, shares } }
  }
  return { ...draft, lots: maxLotsFor({ ...facts, buyingPower }, orderOf({ ...draft, lots: 1 })) }
}
