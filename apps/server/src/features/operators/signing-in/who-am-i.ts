import { operatorRights } from '@fairlot/contract/operators'
import { type GrantedRole, hasRight } from '@fairlot/rules/operators'
import type { Tx } from '#platform/db'
import { countPasskeys } from '../passkeys/store.ts'
import { lives } from './lives.ts'
import { countRecoveryCodes } from './store.ts'

export interface Someone {
  readonly operatorId: string
  readonly login: string
  readonly name: string
  readonly roles: readonly GrantedRole[]
  readonly expiresAt: Date
}

export async function whoAmI(tx: Tx, { operatorId, login, name, roles, expiresAt }: Someone, now: Date) {
  const [recoveryCodesLeft, passkeys] = await Promise.all([
    countRecoveryCodes(tx, operatorId),
    countPasskeys(tx, operatorId),
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
  }
}

export type Me = Awaited<ReturnType<typeof whoAmI>>
