import type { Db } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { refuse } from '#platform/outcome'
import { openReview, type OpenedReview, type ReviewToOpen } from '../reviews/open-review.ts'
import { answerProposal, type Proposed } from '../reviews/propose-review.ts'
import { countOtherAdmins, isLoginTaken, readMemberIds, readName, type WantedRole } from './store.ts'

type SignedIn = RequestContext & { readonly caller: OperatorCaller }

export interface NewPerson {
  readonly login: string
  readonly name: string
  readonly roles: readonly WantedRole[]
  readonly relatedAccounts: readonly string[]
  readonly reason: string
}

/** Refuses with operator.login-taken, input.invalid, operator.proposal-open, operator.not-allowed. */
export function proposeOperator(db: Db, person: NewPerson, context: SignedIn): Promise<Proposed> {
  const { login, name, roles, relatedAccounts, reason } = person
  return db.transaction(async (tx) => {
    if (!areDistinct(roles)) return refuse('input.invalid', { field: 'roles' })
    if (name.trim() === '') return refuse('input.invalid', { field: 'name' })
    if (await isLoginTaken(tx, login)) return refuse('operator.login-taken', { field: 'login' })
    const related = await readMemberIds(tx, relatedAccounts)
    if (related.length !== new Set(relatedAccounts).size) {
      return refuse('input.invalid', { field: 'relatedAccounts' })
    }
    const opened = await openReview(tx, {
      ...proposal(context, reason),
      subject: login,
      payload: {
        action: 'add',
        login,
        name: name.trim(),
        roles,
        related: related.map(({ memberId }) => memberId),
      },
    })
    return answerOpening(opened)
  })
}

export interface NewRoles {
  readonly operatorId: string
  readonly roles: readonly WantedRole[]
  readonly reason: string
}

/** Refuses with operator.not-found, operator.too-few-admins, operator.proposal-open, operator.not-allowed. */
export function proposeRoles(
  db: Db,
  { operatorId, roles, reason }: NewRoles,
  context: SignedIn,
): Promise<Proposed> {
  return db.transaction(async (tx) => {
    if (!areDistinct(roles)) return refuse('input.invalid', { field: 'roles' })
    const person = await readName(tx, operatorId)
    if (!person || person.leftAt !== null) return refuse('operator.not-found')
    if ((await countOtherAdmins(tx, operatorId)) + (keepsAdmin(roles) ? 1 : 0) < 2) {
      return refuse('operator.too-few-admins')
    }
    const opened = await openReview(tx, {
      ...proposal(context, reason),
      subject: operatorId,
      payload: { action: 'roles', operatorId, login: person.login, name: person.name, roles },
    })
    return answerOpening(opened)
  })
}

export const keepsAdmin = (roles: readonly WantedRole[]): boolean =>
  roles.some(({ role, until }) => role === 'admin' && until === null)

const areDistinct = (roles: readonly WantedRole[]): boolean =>
  new Set(roles.map(({ role }) => role)).size === roles.length

const proposal = (
  { caller, now, requestId }: SignedIn,
  reason: string,
): Omit<ReviewToOpen, 'subject' | 'payload'> => ({
  kind: 'operator',
  memberId: null,
  reason: reason.trim(),
  by: { operatorId: caller.operatorId, sessionId: caller.sessionId },
  now,
  requestId,
})

/** Every refusal but an open proposal means that the operator may not propose people. */
const answerOpening = (opened: OpenedReview): Proposed =>
  opened.ok || opened.refusal === 'review.exists'
    ? answerProposal(opened, 'operator.proposal-open')
    : refuse('operator.not-allowed')
