// The timeline of an order: each step hashed onto the previous one like in packages/proof, so that a page can check it.

import { createHash } from 'node:crypto'
import { linkText } from '@fairlot/proof'

export interface Step {
  readonly orderId: string
  readonly n: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly what: string
  readonly who: 'member' | 'system' | 'venue' | 'rule'
  /** JSON, byte for byte what the hash covers. */
  readonly data: string
  /** Hex. */
  readonly hash: string
}

export interface TimelineHead {
  readonly id: string
  steps: number
  stepsHash: string
}

/** Adds a step and moves the head. */
export function addStep(
  order: TimelineHead,
  at: number,
  what: string,
  who: Step['who'],
  content: Readonly<Record<string, unknown>>,
): Step {
  return linkStep(order, at, { what, who, data: JSON.stringify(content) })
}

export function linkStep(
  order: TimelineHead,
  at: number,
  { what, who, data }: Pick<Step, 'what' | 'who' | 'data'>,
): Step {
  const n = order.steps + 1
  const fields = [order.id, new Date(at).toISOString(), what, who, data]
  const hash = createHash('sha256')
    .update(linkText(order.stepsHash, BigInt(n), fields))
    .digest('hex')
  order.steps = n
  order.stepsHash = hash
  return { orderId: order.id, n, at, what, who, data, hash }
}
