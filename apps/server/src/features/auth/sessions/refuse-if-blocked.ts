import { blockedAtSignIn } from '@fairlot/rules/members'
import { barsOfMember, issueAppealTicket } from '#features/members'
import type { Tx } from '#platform/db'
import type { RequestContext } from '#platform/handler'
import { refuse, type Refused } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { settleTry } from '../passwords/tries.ts'
import { logSignIn } from './log-sign-in.ts'
import type { SessionToOpen } from './open-session.ts'

type Proof = Pick<SessionToOpen, 'memberId' | 'account' | 'settles' | 'triedOn'>

/**
 * Only after the whole proof: the refusal names the restriction and has the ticket for an appeal. The proof was right, so
 * it clears the same counters as a sign-in; otherwise members who return to read the result would lock themselves out.
 */
export async function refuseIfBlocked(
  tx: Tx,
  secrets: Secrets,
  { memberId, account, settles, triedOn }: Proof,
  context: RequestContext,
): Promise<Refused | undefined> {
  const { now } = context
  const blocked = blockedAtSignIn(await barsOfMember(tx, memberId))
  if (blocked === undefined) return undefined
  for (const kind of settles) await settleTry(tx, { account, kind, deviceId: triedOn }, now)
  await logSignIn(tx, memberId, 'restricted', context)
  return refuse(blocked, { params: { ticket: issueAppealTicket(secrets, memberId, now) } })
}
