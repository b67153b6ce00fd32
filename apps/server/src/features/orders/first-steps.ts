import { type AcceptedOrder, firstSteps, genesis } from '@fairlot/proof'
import { linkStep, type Step } from './step-chain.ts'

/** The first steps of an order's timeline with their hashes. */
export function firstStepsOf(order: AcceptedOrder & { readonly id: string }, at: Date): readonly Step[] {
  const head = { id: order.id, steps: 0, stepsHash: genesis }
  return firstSteps(order).map((step) => linkStep(head, at.getTime(), step))
}
