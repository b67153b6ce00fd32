import { randomBytes } from 'node:crypto'
import type { MemberKind } from '@fairlot/contract/members'
import { post } from '@fairlot/ledger'
import { invitationCodeFrom, membersRules } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { practiceGrantEntry } from './postings.ts'
import { insertAccount, insertInvitationCode, insertMember } from './store.ts'

export interface MemberToCreate {
  readonly account: string
  readonly kind?: MemberKind
  readonly inviterId: string | null
  /** The practice market's starting money. Where money is real there is none. */
  readonly hasPaperMoney: boolean
  readonly now: Date
}

/** The caller's transaction must be rolled back: the account is written by then. */
export class NoInvitationCode extends Error {}

/**
 * Creates the directory row, the member and, in practice mode, the grant in the caller's transaction: there is never a
 * practice member without a grant nor a grant without a member. Undefined, with nothing written, when the account is
 * taken.
 */
export async function createMember(tx: Tx, wanted: MemberToCreate): Promise<string | undefined> {
  const memberId = newId(wanted.now.getTime())
  if (!(await insertAccount(tx, wanted.account, memberId, wanted.now))) return undefined
  await insertMember(tx, {
    memberId,
    account: wanted.account,
    kind: wanted.kind ?? 'member',
    invitationCode: await takeInvitationCode(tx, memberId),
    inviterId: wanted.inviterId,
    joinedAt: wanted.now,
  })
  if (!wanted.hasPaperMoney) return memberId
  const granted = await post(tx, practiceGrantEntry(memberId, wanted.now))
  if (!granted.ok) throw new Error(`the practice grant was refused: ${granted.reason}`)
  return memberId
}

async function takeInvitationCode(tx: Tx, memberId: string): Promise<string> {
  // At ten million members one code in 150 is taken; twenty collisions in a row mean something else is broken.
  for (let miss = 0; miss < 20; miss++) {
    const code = invitationCodeFrom(randomBytes(32), membersRules.invitationCodeLength.default)
    if (code !== undefined && (await insertInvitationCode(tx, code, memberId))) return code
  }
  throw new NoInvitationCode('no free invitation code found')
}
