import { firstSteps, genesis, linkHash, stepFields } from '@fairlot/proof'
import type { Tx } from '#platform/db'
import { sha256 } from '../chain-fields.ts'
import { type AcceptedRow, readAccepted, readSteps, type StepRow } from './store.ts'

/** Timelines by order: the first steps from the order's row, unless they are stored, then the stored ones. */
export async function readTimelines(
  tx: Tx,
  orders: readonly string[],
): Promise<ReadonlyMap<string, readonly StepRow[]>> {
  const timelines = new Map<string, StepRow[]>()
  for (const order of await readAccepted(tx, orders)) timelines.set(order.orderId, await derivedSteps(order))
  for (const step of await readSteps(tx, orders)) {
    const timeline = timelines.get(step.orderId)
    if (timeline) timeline.push(step)
    else timelines.set(step.orderId, [step])
  }
  return timelines
}

async function derivedSteps({ orderId, placedAt: at, ...order }: AcceptedRow): Promise<StepRow[]> {
  const steps: StepRow[] = []
  for (const step of firstSteps(order)) {
    const n = steps.length + 1
    const fields = stepFields(orderId, { ...step, at: at.toISOString() })
    const hash = await linkHash(sha256, steps.at(-1)?.hash ?? genesis, BigInt(n), fields)
    steps.push({ orderId, n, at, ...step, hash })
  }
  return steps
}
