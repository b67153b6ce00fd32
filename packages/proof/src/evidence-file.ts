// The files a member downloads; scripts/verify-evidence.mjs reads them without any of this code.

import type { BalanceLeaf, FillEvidence, SignedRoot } from './check-evidence.ts'
import type { OrderStep } from './order-steps.ts'

const file = (content: object): string => `${JSON.stringify(content, null, 1)}\n`

export const fillFile = (fillId: string, evidence: FillEvidence): string =>
  file({ format: 'fairlot fill evidence v1', fillId, evidence })

export const balanceFile = (
  owner: string,
  evidence: {
    readonly root: SignedRoot
    readonly leaves: readonly BalanceLeaf[]
    readonly control: string | null
  },
): string => file({ format: 'fairlot balance evidence v1', owner, evidence })

export const orderFile = (orderId: string, steps: readonly OrderStep[]): string =>
  file({ format: 'fairlot order evidence v1', orderId, steps })
