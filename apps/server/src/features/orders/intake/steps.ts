// The first steps of an order's timeline, each hashed onto the previous one like in packages/proof.

import { createHash } from 'node:crypto'
import { genesis, linkText } from '@fairlot/proof'
import type { OrderDraft } from './draft.ts'

export interface OrderStep {
  readonly n: number
  readonly at: Date
  readonly what: 'placed' | 'held'
  readonly who: 'member' | 'system' | 'rule'
  /** JSON, byte for byte what the hash covers. */
  readonly data: string
  /** Hex. */
  readonly hash: string
}

export function firstSteps(draft: OrderDraft, cash: bigint, shares: bigint, at: Date): readonly OrderStep[] {
  const steps: OrderStep[] = []
  const add = (what: OrderStep['what'], who: OrderStep['who'], data: string): void => {
    const n = steps.length + 1
    const text = linkText(steps.at(-1)?.hash ?? genesis, BigInt(n), [
      draft.id,
      at.toISOString(),
      what,
      who,
      data,
    ])
    steps.push({ n, at, what, who, data, hash: createHash('sha256').update(text).digest('hex') })
  }
  add('placed', draft.origin === 'member' ? 'member' : 'rule', draft.placed)
  if (cash > 0n || shares > 0n) {
    add('held', 'system', `{"cash":"${cash}","shares":${shares},"price":${draft.worstPrice}}`)
  }
  return steps
}
