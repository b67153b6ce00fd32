// The sign-in that waits for its second factor. Only in memory: none of it may be in the address or in storage.

import type { FactorKind } from '@fairlot/contract/auth'

export interface PendingSignIn {
  readonly challengeId: string
  readonly methods: readonly FactorKind[]
  readonly agreementVersion: string
  /** Where to restart when the challenge expires. */
  readonly from: '/login/login' | '/login/reLogin'
}

let pending: PendingSignIn | null = null

export const pendingSignIn = (): PendingSignIn | null => pending
export const keepPendingSignIn = (next: PendingSignIn): void => {
  pending = next
}
export const dropPendingSignIn = (): void => {
  pending = null
}
