// The sign-in that waits for its second factor. In memory: nothing of it belongs in the address or in storage.

import type { FactorKind } from '@fairlot/contract/auth'

export interface PendingSignIn {
  readonly challengeId: string
  readonly methods: readonly FactorKind[]
  readonly agreementVersion: string
  /** Where to begin again when the challenge runs out. */
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
