// The review of an event that cannot be applied. If two operators approve, settlement skips it for good, and what
// waited behind it is tried. If rejected, it keeps waiting and is submitted again a day later if it still fails.

import { dayMs } from '@fairlot/rules/calendar'
import { recordAudit } from '#features/audit'
import type { ReviewKindHandler } from '#features/operators'
import * as z from 'zod/mini'
import { countBehind, endSetAside, noteReview, readSetAside } from './set-aside-store.ts'

const payloadOf = z.object({ shard: z.int(), event: z.int() })
export const setAsideReviews: ReviewKindHandler = {
  kind: 'event-set-aside',
  async describe(tx, { payload }) {
    const { shard, event } = payloadOf.parse(payload)
    const row = await readSetAside(tx, shard, event)
    return {
      facts: [
        { code: 'aside.event', value: `${shard}/${event}` },
        { code: 'aside.kind', value: row?.kind ?? '—' },
        { code: 'aside.symbol', value: row?.symbol ?? '—' },
        { code: 'aside.at', value: row?.at.toISOString() ?? '—' },
        { code: 'aside.reason', value: row?.reason ?? '—' },
        { code: 'aside.orders', value: row?.orders.join(', ') || '—' },
        { code: 'aside.behind', value: String(await countBehind(tx, shard, event)) },
      ],
      checks: [{ ok: row?.state === 'waiting', code: 'aside.still-waiting', value: '' }],
      effects: ['aside.left-out', 'aside.frees', 'aside.money'],
    }
  },
  async execute(tx, { payload }, { now, requestId, operators }) {
    const { shard, event } = payloadOf.parse(payload)
    const row = await readSetAside(tx, shard, event)
    if (row?.state !== 'waiting') return 'superseded'
    await endSetAside(tx, shard, event, 'left-out', now)
    await recordAudit(tx, {
      action: 'settlement.event-left-out',
      actor: 'system',
      subject: `event:${shard}/${event}`,
      details: { reason: row.reason, orders: row.orders, operators },
      requestId,
    })
    return undefined
  },
  async onRejected(tx, { payload }, { now }) {
    const { shard, event } = payloadOf.parse(payload)
    await noteReview(tx, shard, event, null, new Date(now.getTime() + dayMs))
  },
}
