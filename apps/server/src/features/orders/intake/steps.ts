import { genesis } from '@fairlot/proof'
import { addStep, type Step } from '../step-chain.ts'
import type { OrderDraft } from './draft.ts'

/** The first steps of an order's timeline: placed, and held if anything is. */
export function firstSteps(draft: OrderDraft, cash: bigint, shares: bigint, at: Date): readonly Step[] {
  const order = { id: draft.id, steps: 0, stepsHash: genesis }
  const who = draft.origin === 'member' ? 'member' : 'rule'
  const placed = addStep(order, at.getTime(), 'placed', who, draft.placed)
  if (cash === 0n && shares === 0n) return [placed]
  const held = { cash: cash.toString(), shares: Number(shares), price: draft.worstPrice }
  return [placed, addStep(order, at.getTime(), 'held', 'system', held)]
}
