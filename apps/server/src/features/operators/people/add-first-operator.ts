import type { OperatorRole } from '@fairlot/contract/operators'
import { recordAudit } from '#features/audit'
import { hashRecoveryCode, newRecoveryCode } from '#platform/credentials/recovery-code'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { lives } from '../signing-in/lives.ts'
import { revokeVotingKeys } from '../voting-keys/store.ts'
import { hashHalves } from './halves.ts'
import { countOtherAdmins, insertOperator, lockPeople, replaceRoles, setKeyCode } from './store.ts'

export type FirstOperator =
  | { readonly ok: true; readonly operatorId: string; readonly enrolmentCode: string }
  | { readonly ok: false; readonly problem: 'two-admins' | 'login-taken' }

/**
 * For the command line of an installation with fewer than two admins, where no approval is possible. From two admins
 * on, operators are added only by proposal and approval.
 */
export function addFirstOperator(
  db: Db,
  person: { readonly login: string; readonly name: string; readonly roles: readonly OperatorRole[] },
  now: Date,
  requestId: string,
  /** The seed of a demonstration creates five founding operators; an installation stops at two admins. */
  { beside }: { readonly beside?: 'two-admins' } = {},
): Promise<FirstOperator> {
  return db.transaction(async (tx) => {
    await lockPeople(tx)
    const operatorId = newId(now.getTime())
    if (beside === undefined && (await countOtherAdmins(tx, operatorId)) >= 2)
      return { ok: false, problem: 'two-admins' }
    const enrolmentCode = newRecoveryCode()
    const isNew = await insertOperator(tx, {
      operatorId,
      login: person.login,
      name: person.name,
      enrolmentHash: hashHalves(enrolmentCode),
      enrolmentUntil: new Date(now.getTime() + lives.enrolmentMs),
      keyCodeHash: hashRecoveryCode(enrolmentCode),
      lineage: null,
      now,
    })
    if (!isNew) return { ok: false, problem: 'login-taken' }
    await replaceRoles(
      tx,
      operatorId,
      person.roles.map((role) => ({ role, until: null })),
    )
    await recordAudit(tx, {
      action: 'operators.added',
      actor: 'system',
      subject: `operator:${operatorId}`,
      details: { login: person.login, roles: person.roles, by: 'command' },
      requestId,
    })
    return { ok: true, operatorId, enrolmentCode }
  })
}

/**
 * For the command line: a founding operator has no voting key, or has lost it, and there are no two colleagues to
 * approve a new one. Their keys end; the code activates the next one. Undefined where there is no such founding
 * operator.
 */
export function giveKeyCode(db: Db, login: string, requestId: string): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const code = newRecoveryCode()
    const operatorId = await setKeyCode(tx, login, hashRecoveryCode(code))
    if (operatorId === undefined) return undefined
    await revokeVotingKeys(tx, operatorId, null)
    await recordAudit(tx, {
      action: 'operators.key-code-given',
      actor: 'system',
      subject: `operator:${operatorId}`,
      details: { login, by: 'command' },
      requestId,
    })
    return code
  })
}
