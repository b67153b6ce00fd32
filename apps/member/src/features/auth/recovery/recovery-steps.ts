import type { BodyOf } from '@fairlot/contract'

export const START = '/login/logon'

export const ways = ['passkey', 'authenticator', 'recovery-code', 'review'] as const
export type Way = (typeof ways)[number]

export type Proof = BodyOf<'/auth/finishRecovery'>['proof']

export interface Begun {
  readonly account: string
  readonly recoveryId: string
}
