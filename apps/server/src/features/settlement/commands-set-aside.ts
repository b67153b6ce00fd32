// Commands that the exchange's engine could not apply wait in exchange.commands_set_aside. The worker asks two operators
// about each. Approved, the venue refuses it and settlement ends its order. Rejected, it is queued again.

import * as z from 'zod/mini'
import { recordAudit } from '#features/audit'
import type { Review, ReviewKindHandler } from '#features/operators'
import type { Db, Tx } from '#platform/db'
import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import type { OpenReview } from './jobs/try-set-aside.ts'

interface CommandDeps {
  readonly db: Db
  readonly clock: Clock
}

const kind = 'command-set-aside'
const payloadOf = z.object({
  shard: z.int(),
  id: z.int(),
  command: z.string(),
  reason: z.string(),
  at: z.string(),
})
const commandOf = z.object({
  kind: z.string(),
  order: z.optional(z.string()),
  newOrder: z.optional(z.string()),
  account: z.optional(z.string()),
  symbol: z.optional(z.string()),
})

interface Unasked {
  readonly shard: number
  readonly id: number
  readonly command: string
  readonly reason: string
  readonly at: Date
  readonly memberId: string | null
  /** No review has been opened about it yet. */
  readonly isNew: boolean
}

/** A condition: a command waits. */
const isCommandWaiting = `EXISTS (SELECT FROM exchange.commands_set_aside WHERE state = 'waiting')`

const readUnasked = (tx: Tx): Promise<readonly Unasked[]> =>
  tx.query<Unasked>(
    `SELECT a.shard, a.id::float8 AS id, a.command, a.reason, a.set_aside_at AS at, m.id AS "memberId",
       NOT EXISTS (SELECT FROM app.reviews r WHERE r.kind = $1 AND r.subject = a.shard || '/' || a.id
         AND r.payload ->> 'command' = a.command) AS "isNew"
     FROM exchange.commands_set_aside a
     LEFT JOIN app.members m ON m.id = substring(a.command::json ->> 'account' FROM '^member:(.{36})$')::uuid
     WHERE a.state = 'waiting' AND NOT EXISTS (SELECT FROM app.reviews r
       WHERE r.kind = $1 AND r.subject = a.shard || '/' || a.id AND r.state IN ('waiting', 'second', 'decided'))
     ORDER BY a.shard, a.id LIMIT 100`,
    [kind],
  )

export const commandLoops = ({
  openReview: open,
  ...deps
}: CommandDeps & { readonly openReview: OpenReview }): readonly Loop[] => [
  {
    name: 'settlement-commands',
    everyMs: 5_000,
    work: { exists: isCommandWaiting },
    run: () => askAboutCommands(deps, open),
  },
]

/** Answers how many reviews were opened. One that expires without a decision is opened again. */
export async function askAboutCommands({ db, clock }: CommandDeps, open: OpenReview): Promise<number> {
  const unasked = await readUnasked(db)
  let opened = 0
  for (const { shard, id, command, reason, at, memberId, isNew } of unasked)
    await db.transaction(async (tx) => {
      const requestId = `command-${shard}-${id}`
      const answer = await open(tx, {
        kind,
        memberId,
        isSystem: true,
        subject: `${shard}/${id}`,
        payload: { shard, id, command, reason, at: at.toISOString() },
        now: clock.now(),
        requestId,
      })
      if (!answer.ok) return
      opened += 1
      if (isNew)
        await recordAudit(tx, {
          action: 'settlement.command-set-aside',
          actor: 'system',
          subject: `command:${shard}/${id}`,
          details: { command, reason, at: at.toISOString() },
          requestId,
        })
    })
  return opened
}

/** Returns undefined when the command is decided already, or the review showed another command. */
async function decide(tx: Tx, review: Review, operators: readonly string[], requestId: string) {
  const { shard, id, command } = payloadOf.parse(review.payload)
  const [row] = await tx.query<{ state: 'retried' | 'refused' | null }>(
    'SELECT exchange.decide_command($1, $2, $3) AS state',
    [shard, id, review.reviewId],
  )
  const state = row?.state ?? undefined
  if (state !== undefined)
    await recordAudit(tx, {
      action: state === 'refused' ? 'settlement.command-refused' : 'settlement.command-retried',
      actor: 'system',
      subject: `command:${shard}/${id}`,
      details: { command, operators: [...operators] },
      requestId,
    })
  return state
}

export const commandReviews: ReviewKindHandler = {
  kind,
  async describe(_tx, { payload }) {
    const { shard, id, command, reason, at } = payloadOf.parse(payload)
    const asked = commandOf.parse(JSON.parse(command))
    return {
      facts: [
        { code: 'aside.command', value: `${shard}/${id}` },
        { code: 'aside.command-kind', value: asked.kind },
        { code: 'aside.order', value: asked.newOrder ?? asked.order ?? '—' },
        { code: 'aside.account', value: asked.account ?? '—' },
        { code: 'aside.symbol', value: asked.symbol ?? '—' },
        { code: 'aside.at', value: at },
        { code: 'aside.fault', value: reason },
      ],
      effects: ['aside.refused', 'aside.released', 'aside.rejecting-retries'],
    }
  },
  async execute(tx, review, { operators, requestId }) {
    return (await decide(tx, review, operators, requestId)) === undefined ? 'superseded' : undefined
  },
  async onRejected(tx, review, { why, operators, requestId }) {
    // Without a decision it keeps waiting, and is asked about again.
    if (why === 'rejected') await decide(tx, review, operators, requestId)
  },
}
