import { checkAccount, checkMatch, checkPassword } from '@fairlot/rules/auth'
import { plainInvitationCode } from '@fairlot/rules/members'
import { recordAudit } from '#features/audit'
import { createMember, findInviter, NoInvitationCode } from '#features/members'
import type { Tx } from '#platform/db'
import { done, refuse, type Outcome, type Refused } from '#platform/outcome'
import type { Outside } from '#platform/outside'
import { refuseWithoutAgreement } from '../agreement.ts'
import type { AuthDeps } from '../deps.ts'
import { isCommonPassword } from '#platform/credentials/common-passwords'
import { insertCredential } from '../passwords/store.ts'
import { insertAgreement } from '../sessions/store.ts'

export interface Registration {
  readonly account: string
  readonly password: string
  readonly confirmPassword: string
  readonly invitationCode: string
  readonly agreementVersion: string
}

/**
 * Refuses with what is wrong in the form, the agreement, account.inviter-not-found, and only after those
 * account.exists: a caller without an invitation code learns nothing about accounts. When no free invitation code is found,
 * account.registration-failed. The transaction also stores the
 * answer under the caller's key: member, password, grant and audit row commit together with it or not at all.
 */
export async function registerMember(
  { hasher, site, hasPaperMoney }: AuthDeps,
  tx: Tx,
  form: Registration,
  { now, requestId, outside }: { readonly now: Date; readonly requestId: string; readonly outside: Outside },
): Promise<Outcome<{ memberId: string; account: string }>> {
  const wrong = refuseForm(form) ?? (await refuseWithoutAgreement(tx, site, form.agreementVersion))
  if (wrong) return wrong
  const inviter = await findWhoInvited(tx, site, form.invitationCode)
  if (!inviter) return refuse('account.inviter-not-found', { field: 'invitationCode' })

  const stored = await outside(() => hasher.make(form.password))
  if (!stored) return refuse('system.busy')

  const created = await createMember(tx, {
    account: form.account,
    inviterId: inviter.memberId,
    hasPaperMoney,
    now,
  }).catch((error: unknown) => {
    if (error instanceof NoInvitationCode) return error
    throw error
  })
  // The account is written by then. A refusal rolls back to the savepoint of the caller's key.
  if (created instanceof NoInvitationCode) return refuse('account.registration-failed')
  const memberId = created
  if (memberId === undefined) return refuse('account.exists', { field: 'account' })
  await insertCredential(tx, memberId, stored, now)
  await insertAgreement(tx, memberId, form.agreementVersion, now)
  await recordAudit(tx, {
    action: 'auth.member-registered',
    actor: `member:${memberId}`,
    subject: `member:${memberId}`,
    details: { inviterId: inviter.memberId, agreementVersion: form.agreementVersion },
    requestId,
  })
  return done({ memberId, account: form.account }, 'done.registration')
}

function refuseForm(form: Registration): Refused | undefined {
  const account = checkAccount(form.account)
  if (account) return refuse(account, { field: 'account' })
  const password = checkPassword(form.password, form.account, isCommonPassword)
  if (password) return refuse(password, { field: 'password' })
  const repeated = checkMatch(form.password, form.confirmPassword)
  if (repeated) return refuse(repeated, { field: 'confirmPassword' })
  if (form.invitationCode.trim() === '') return refuse('input.required', { field: 'invitationCode' })
  return undefined
}

/** A member's own code names the inviter; the site's public code invites without one. */
async function findWhoInvited(
  tx: Tx,
  site: AuthDeps['site'],
  typed: string,
): Promise<{ memberId: string | null } | undefined> {
  const publicCode = await site.publicInvitationCode(tx)
  if (publicCode !== '' && plainInvitationCode(typed) === plainInvitationCode(publicCode))
    return { memberId: null }
  const memberId = await findInviter(tx, typed)
  return memberId === undefined ? undefined : { memberId }
}
