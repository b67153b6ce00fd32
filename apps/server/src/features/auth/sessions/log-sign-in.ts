import type { SignInOutcome } from '@fairlot/contract/auth'
import type { Tx } from '#platform/db'
import type { RequestContext } from '#platform/handler'
import { newId } from '#platform/ids'
import { deviceLabel, networkOf } from '#platform/credentials/device-label'
import { insertSignIn } from './store.ts'

/** A row of the member's own list of sign-ins. It is also written without a member: see app.sign_ins. */
export const logSignIn = (
  tx: Tx,
  memberId: string | undefined,
  outcome: SignInOutcome,
  { now, userAgent, ip }: Pick<RequestContext, 'now' | 'userAgent' | 'ip'>,
): Promise<void> =>
  insertSignIn(tx, {
    signInId: newId(now.getTime()),
    memberId: memberId ?? null,
    outcome,
    at: now,
    label: deviceLabel(userAgent),
    network: networkOf(ip),
  })
