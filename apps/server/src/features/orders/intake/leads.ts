// The one question of copy trading in order intake: does this order lead a block? A mentor's cash order that opens, or that
// closes what such an order opened, is copied while the mentor is followed. All others go to the venue alone.

import { isCopyOpen, leadRules } from '@fairlot/rules/copy-trading'
import { type OrderRefusal, reasonOf } from '@fairlot/rules/orders'
import type { OrderDraft } from './draft.ts'
import type { BatchFacts, PositionFacts } from './facts.ts'

export interface Lead {
  /** 0 for a purchase, else the mentor's free shares of the position before this sale. */
  readonly mentorShares: number
}

interface Facts {
  readonly facts: Pick<BatchFacts, 'replaced' | 'positions' | 'members'>
  closing(position: PositionFacts): number
}

/** Undefined when it leads none; a refusal when it would but cannot, or when it would change an order of a block. */
export function leadOf(batch: Facts, draft: OrderDraft): Lead | OrderRefusal | undefined {
  const { replaced, positions, members } = batch.facts
  if (draft.replaces !== null && replaced.get(draft.replaces)?.inBlock)
    return reasonOf({ msg: 'order.choice', rule: leadRules.bound })
  const { origin, purpose, direction, multiple, dayTrade, price, validity, tradingState, memberId } = draft
  const isCash = direction === 'long' && multiple === 100 && !dayTrade
  if (!isCopyOpen || origin !== 'member' || !isCash || !members.get(memberId)?.isFollowed) return undefined
  const position = purpose === 'close' ? positions.get(draft.positionId) : undefined
  if (purpose === 'close' && !position?.isCopied) return undefined
  if (draft.replaces !== null) return reasonOf({ msg: 'order.choice', rule: leadRules.bound })
  // Exits would sell the mentor's shares without those of the copies.
  if (price === null || validity !== 'ROD' || draft.exits || (tradingState ?? 'continuous') !== 'continuous')
    return reasonOf({ msg: 'order.choice', rule: leadRules.limitRod })
  return { mentorShares: position ? position.shares - batch.closing(position) : 0 }
}
