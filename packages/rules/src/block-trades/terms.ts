import type { RuleProfile } from '../orders/terms.ts'
import { blockTradesRules } from './limits.ts'

type TermName = keyof typeof blockTradesRules
export type BlockTerms = Readonly<Record<TermName, number>>

/** The practice market has smaller blocks, so that a visitor can try one. */
const practice: Partial<BlockTerms> = { minLots: 10, minAmount: 30_000_000, maxLots: 200, perDay: 3 }

const names = Object.keys(blockTradesRules) as TermName[]

/** A rule's value until an operator sets one, by rule id. */
export const blockStartingValues = (profile: RuleProfile): ReadonlyMap<string, number> =>
  new Map(
    names.map((name) => [
      blockTradesRules[name].id,
      (profile === 'practice' ? practice[name] : undefined) ?? blockTradesRules[name].default,
    ]),
  )

/** `values` by rule id: the operators' values in force now. */
export function blockTermsOf(
  profile: RuleProfile,
  values: ReadonlyMap<string, number> = new Map(),
): BlockTerms {
  const starting = blockStartingValues(profile)
  return Object.fromEntries(
    names.map((name) => {
      const { id } = blockTradesRules[name]
      return [name, values.get(id) ?? starting.get(id)!]
    }),
  ) as BlockTerms
}
