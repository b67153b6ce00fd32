import { operatorRights } from '@fairlot/contract/operators'
import { type GrantedRole, hasRight } from '@fairlot/rules/operators'
import type { Tx } from '#platform/db'
import { countPasskeys } from '../passkeys/store.ts'
import { countVotingKeys } from '../voting-keys/store.ts'
import { lives } from './lives.ts'
import { countRecoveryCodes, isFounder } from './store.ts'

export interface SignedInOperator {
  readonly operatorId: string
  readonly login: string
  readonly name: string
  readonly roles: readonly GrantedRole[]
  readonly expiresAt: Date
}

export async function whoAmI(
  tx: Tx,
  { operatorId, login, name, roles, expiresAt }: SignedInOperator,
  now: Date,
) {
  const [recoveryCodesLeft, passkeys, votingKeys, isFounding] = await Promise.all([
    countRecoveryCodes(tx, operatorId),
    countPasskeys(tx, operatorId),
    countVotingKeys(tx, operatorId),
    isFounder(tx, operatorId),
  ])
  return {
    operatorId,
    login,
    name,
    roles: roles.map(({ role, until }) => ({ role, until: until?.toISOString() ?? null })),
    rights: operatorRights.filter((right) => hasRight(roles, right, now)),
    expiresAt: expiresAt.toISOString(),
    idleMinutes: lives.idleMs / 60_000,
    recoveryCodesLeft,
    passkeys,
    votingKeys,
    isFounder: isFounding,
  }
}

export type Me = Awaited<ReturnType<typeof whoAmI>>
