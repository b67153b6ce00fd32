import { blockTradesRules } from './limits.ts'
import type { BlockTerms } from './terms.ts'

export interface ListedShares {
  readonly minLots: number
  readonly maxLots: number
  readonly leftLots: number
}

export type BlockRefusal =
  | { readonly code: 'block.daily-limit'; readonly rule: string; readonly params: { readonly times: number } }
  | {
      readonly code: 'block.lots'
      readonly rule: string
      readonly params: { readonly min: number; readonly max: number }
    }
  | { readonly code: 'block.sold-out'; readonly params: { readonly left: number } }

/** Why this many lots cannot be applied for; undefined when they can. Phone and server ask the same. */
export function checkBlockApplication(
  terms: Pick<BlockTerms, 'perDay'>,
  listed: ListedShares,
  lots: number,
  usedToday: number,
): BlockRefusal | undefined {
  if (usedToday >= terms.perDay) {
    return { code: 'block.daily-limit', rule: blockTradesRules.perDay.id, params: { times: terms.perDay } }
  }
  const { minLots: min, maxLots: max, leftLots: left } = listed
  if (lots < min || lots > max) {
    const { minLots, maxLots } = blockTradesRules
    return { code: 'block.lots', rule: lots < min ? minLots.id : maxLots.id, params: { min, max } }
  }
  return lots > left ? { code: 'block.sold-out', params: { left } } : undefined
}
