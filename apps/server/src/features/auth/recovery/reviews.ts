// Somebody who has lost everything asks two people. They pass or turn down; the new password is set by whoever kept the key
// since the request, so that neither an operator nor the console ever holds what opens the account.

import { lives } from '@fairlot/rules/auth'
import { taipeiDate } from '@fairlot/rules/calendar'
import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import type { CarryingOut, PersonalReader, ReviewKindHandler } from '#features/operators'
import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { countPleas, decidePlea, readPlea, readPleaOf, readTraces, readVerification } from './store.ts'

const monthMs = 30 * 86_400_000

export const recoveryReviews = (secrets: Secrets): ReviewKindHandler => ({
  kind: 'recovery',
  async describe(tx, { subject }) {
    const plea = await readPlea(tx, subject)
    if (!plea) return { facts: [], effects: [] }
    const { memberId, requestId, reference, createdAt } = plea
    const [counts, traces, verification] = await Promise.all([
      countPleas(tx, memberId, new Date(createdAt.getTime() - monthMs)),
      readTraces(tx, memberId),
      readVerification(tx, memberId),
    ])
    const isQuiet = traces.lastSeenAt === null || traces.lastSeenAt < createdAt
    return {
      facts: [
        { code: 'recovery.reference', value: reference },
        { code: 'recovery.contact', value: '•••', personal: { memberId, field: 'contact' } },
        {
          code: 'recovery.statement',
          value: secrets.open(placeOf('statement', requestId), plea.sealedStatement).toString('utf8'),
        },
        {
          code: 'recovery.last-seen',
          value: traces.lastSeenAt === null ? '—' : taipeiDate(traces.lastSeenAt.getTime()),
        },
        { code: 'recovery.devices', value: String(traces.devices) },
      ],
      checks: [
        { ok: verification === 'verified', code: 'recovery.identity-known', value: verification },
        { ok: counts.lately <= 1, code: 'recovery.only-once', value: String(counts.lately) },
        // Whoever asks because everything is lost does not go on using the account.
        { ok: isQuiet, code: 'recovery.quiet-since', value: '' },
      ],
      lines: [{ code: 'recovery.state', before: plea.state, after: 'passed' }],
      effects: ['recovery.key-works', 'recovery.factors-go', 'recovery.rests'],
    }
  },
  async carryOut(tx, { subject }, context) {
    const until = new Date(context.now.getTime() + lives.passedReviewMs)
    const did = await decide(tx, subject, 'passed', context)
    if (did === undefined) return 'decided-before'
    const { memberId, reference } = did
    await sendNotice(tx, {
      memberId,
      code: 'security.recovery-passed',
      params: { reference, until: until.toISOString() },
      at: context.now,
    })
    return 'passed'
  },
  async turnDown(tx, { subject }, context) {
    const did = await decide(tx, subject, 'rejected', context)
    if (did === undefined) return
    const { memberId, reference } = did
    await sendNotice(tx, {
      memberId,
      code: 'security.recovery-rejected',
      params: { reference },
      at: context.now,
    })
  },
})

/** How whoever asked can be reached, for an operator who has said why. */
export const contactReader = (secrets: Secrets): PersonalReader => ({
  field: 'contact',
  async read(tx, memberId) {
    const plea = await readPleaOf(tx, memberId)
    return plea && secrets.open(placeOf('contact', plea.requestId), plea.sealedContact).toString('utf8')
  },
})

const placeOf = (column: 'contact' | 'statement', requestId: string): string =>
  `app.recovery_requests|${column}|${requestId}`

async function decide(
  tx: Tx,
  recoveryRequestId: string,
  state: 'passed' | 'rejected',
  { operators, note, now, requestId }: CarryingOut,
) {
  const did = await decidePlea(tx, recoveryRequestId, state, operators, now)
  if (did === undefined) return undefined
  await recordAudit(tx, {
    action: `auth.recovery-${state}`,
    actor: operators[0] === undefined ? 'system' : `operator:${operators[0]}`,
    subject: `member:${did.memberId}`,
    details: { reference: did.reference, operators: [...operators], note },
    requestId,
  })
  return did
}
