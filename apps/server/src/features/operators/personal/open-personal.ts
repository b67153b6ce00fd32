import type { PersonalField } from '@fairlot/contract/operators'
import { recordAudit } from '#features/audit'
import type { Db, Tx } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { insertView, isRelated, readAccount } from './store.ts'

/** How the feature that keeps a field reads it in the clear; undefined where the member has none. */
export interface PersonalReader {
  readonly field: PersonalField
  read(tx: Tx, memberId: string): Promise<string | undefined>
}

export const accountReader: PersonalReader = { field: 'account', read: readAccount }

export interface Opening {
  readonly memberId: string
  readonly field: PersonalField
  readonly purpose: string
}

type ByOperator = RequestContext & { readonly caller: OperatorCaller }

/** Refuses with personal.purpose-required, review.own-account, personal.not-found. No value without its row. */
export function openPersonal(
  { db, personal }: { readonly db: Db; readonly personal: readonly PersonalReader[] },
  opening: Opening,
  context: ByOperator,
): Promise<ConsoleOutcome<{ value: string }>> {
  return openWritten(db, opening, context, async (tx) => {
    const reader = personal.find(({ field }) => field === opening.field)
    const value = await reader?.read(tx, opening.memberId)
    return value === undefined ? undefined : { value }
  })
}

/** For whatever is opened for a purpose, also what is no line of text: who looks, at what and why is written down with it. */
export function openWritten<Data>(
  db: Db,
  { memberId, field, purpose }: Opening,
  { caller, now, requestId }: ByOperator,
  read: (tx: Tx) => Promise<Data | undefined>,
): Promise<ConsoleOutcome<Data>> {
  return db.transaction(async (tx) => {
    const why = purpose.trim()
    if (why === '') return refuse('personal.purpose-required', { field: 'purpose' })
    if (await isRelated(tx, caller.operatorId, memberId)) return refuse('review.own-account')
    const data = await read(tx)
    if (data === undefined) return refuse('personal.not-found')
    const { operatorId, name } = caller
    await insertView(tx, { viewId: newId(), memberId, operatorId, operator: name, field, purpose: why, now })
    await recordAudit(tx, {
      action: 'operators.personal-opened',
      actor: `operator:${operatorId}`,
      subject: `member:${memberId}`,
      details: { field, purpose: why },
      requestId,
    })
    return done(data)
  })
}
