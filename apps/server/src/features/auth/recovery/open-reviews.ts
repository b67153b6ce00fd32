import { authRules } from '@fairlot/rules/auth'
import { dayMs } from '@fairlot/rules/calendar'
import { sendNotice } from '#features/notices'
import type { openReview } from '#features/operators'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { Secrets } from '#platform/secrets'
import { digestPlea } from './plea-digest.ts'
import { sealedPlace } from './sealed-place.ts'
import {
  countFromNetwork,
  countPleas,
  countReviewed,
  joinPlea,
  lockOpenPlea,
  lockUnreviewed,
  type QueuedPlea,
  setReview,
} from './store.ts'

export type OpenReview = typeof openReview

const maxAtOnce = 50
const monthMs = 30 * dayMs

/**
 * For the worker. A request for an account that does not exist looks the same to the sender and is never handled here.
 * A member has at most one open review: a further request joins it and raises a flag. A daily budget limits how many
 * are opened over all members; the others wait. Returns how many were opened or joined.
 */
export function openRecoveryReviews(db: Db, open: OpenReview, secrets: Secrets, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const ago = (ms: number) => new Date(now.getTime() - ms)
    let left = authRules.recoveryPerDay.default - (await countReviewed(tx, ago(dayMs)))
    let did = 0
    for (const plea of await lockUnreviewed(tx, maxAtOnce)) {
      const openPlea = await lockOpenPlea(tx, plea.memberId)
      if (openPlea) {
        await joinPlea(tx, plea.requestId, openPlea)
      } else {
        if (left <= 0) continue
        left -= 1
        await openOne(tx, open, secrets, plea, now)
      }
      did += 1
    }
    return did
  })
}

async function openOne(
  tx: Tx,
  open: OpenReview,
  secrets: Secrets,
  plea: QueuedPlea,
  now: Date,
): Promise<void> {
  const { requestId, memberId, reference, network, createdAt } = plea
  const { lately } = await countPleas(tx, memberId, new Date(now.getTime() - monthMs))
  const ofNetwork =
    network === null ? 0 : await countFromNetwork(tx, network, new Date(createdAt.getTime() - dayMs))
  const digest = (column: 'contact' | 'statement', sealed: string) =>
    digestPlea(
      secrets,
      column,
      requestId,
      secrets.open(sealedPlace(column, requestId), sealed).toString('utf8'),
    )
  const opened = await open(tx, {
    kind: 'recovery',
    memberId,
    subject: requestId,
    payload: {
      requestId,
      reference,
      memberId,
      contactDigest: digest('contact', plea.sealedContact),
      statementDigest: digest('statement', plea.sealedStatement),
    },
    flags: [...(lately > 1 ? ['recovery-again'] : []), ...(ofNetwork > 1 ? ['recovery-network'] : [])],
    now,
    requestId: newId(),
  })
  if (!opened.ok)
    throw new Error(`the review of recovery request ${reference} was refused: ${opened.refusal}`)
  await setReview(tx, requestId, opened.reviewId, now)
  // Notify the member on every device that is still signed in: another person may be asking.
  await sendNotice(tx, { memberId, code: 'security.recovery-asked', params: { reference }, at: now })
}
