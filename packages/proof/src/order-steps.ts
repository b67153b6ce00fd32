// The timeline of an order is its own hash chain: link n covers the hash before it and these fields.

import { beginning, type ChainFault, type Head, type Sha256, walkChain } from './chain.ts'

export interface OrderStep {
  readonly n: number
  /** ISO 8601 in UTC, as it was hashed. */
  readonly at: string
  readonly what: string
  readonly who: string
  /** JSON text, byte for byte as it was hashed. */
  readonly data: string
  readonly hash: string
}

/** The order of the fields is part of the format: a change would make every old timeline look altered. */
export const stepFields = (orderId: string, step: Omit<OrderStep, 'n' | 'hash'>): readonly string[] => [
  orderId,
  step.at,
  step.what,
  step.who,
  step.data,
]

export const walkSteps = (
  sha256: Sha256,
  orderId: string,
  steps: readonly OrderStep[],
): Promise<Head | ChainFault> =>
  walkChain(
    sha256,
    beginning,
    steps.map((step) => ({
      sequence: BigInt(step.n),
      hash: step.hash,
      fields: stepFields(orderId, step),
    })),
  )
