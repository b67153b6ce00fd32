import type { OperatorRole } from '@fairlot/contract/operators'
import { recordAudit } from '#features/audit'
import { hashRecoveryCode, newRecoveryCode } from '#features/auth'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { lives } from '../signing-in/lives.ts'
import { countOtherAdmins, insertOperator, lockPeople, replaceRoles } from './store.ts'

export type FirstOperator =
  | { readonly ok: true; readonly operatorId: string; readonly enrolmentCode: string }
  | { readonly ok: false; readonly problem: 'two-admins' | 'login-taken' }

/**
 * For the command line of an installation that has fewer than two admins: with one or none, nobody could approve anybody.
 * From two admins on, people come only by proposal and approval.
 */
export function addFirstOperator(
  db: Db,
  person: { readonly login: string; readonly name: string; readonly roles: readonly OperatorRole[] },
  now: Date,
  requestId: string,
): Promise<FirstOperator> {
  return db.transaction(async (tx) => {
    await lockPeople(tx)
    const operatorId = newId(now.getTime())
    if ((await countOtherAdmins(tx, operatorId)) >= 2) return { ok: false, problem: 'two-admins' }
    const enrolmentCode = newRecoveryCode()
    const isNew = await insertOperator(tx, {
      operatorId,
      login: person.login,
      name: person.name,
      enrolmentHash: hashRecoveryCode(enrolmentCode),
      enrolmentUntil: new Date(now.getTime() + lives.enrolmentMs),
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
