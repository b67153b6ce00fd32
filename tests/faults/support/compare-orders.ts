// What members were answered against what is stored.

import { pagesOf } from '@fairlot/testkit/invariants/pages'
import type { Sql } from '@fairlot/testkit/sql'
import type { MemberLoad } from './member-load.ts'

export interface ComparedOrders {
  /** Accepted, but not stored. */
  readonly lost: readonly string[]
  /** Not sent to the venue exactly once. */
  readonly doubled: readonly { readonly id: string; readonly commands: number }[]
  /** Stored, but never sent. */
  readonly strange: readonly string[]
  readonly fills: number
}

export const compareOrders = (
  { accepted, sent }: Pick<MemberLoad, 'accepted' | 'sent'>,
  sql: Sql,
): Promise<ComparedOrders> =>
  sql.transaction(async (tx) => {
    const missing = new Set(accepted.keys())
    const doubled: { id: string; commands: number }[] = []
    const strange: string[] = []
    const pages = pagesOf<{ id: string; commands: number }>(
      tx,
      // Each command is read once: a drill has half a million of them.
      `WITH placed AS (
         SELECT l.command::json ->> 'order' AS id, count(*)::int AS commands FROM exchange.log l
         WHERE l.command LIKE '%"place"%' AND l.command::json ->> 'kind' = 'place' GROUP BY 1)
       SELECT o.id, coalesce(p.commands, 0) AS commands FROM app.orders o LEFT JOIN placed p ON p.id = o.id::text`,
    )
    for await (const page of pages)
      for (const one of page) {
        missing.delete(one.id)
        if (one.commands !== 1) doubled.push(one)
        if (!sent.has(one.id)) strange.push(one.id)
      }
    const [row] = await tx.query<{ fills: number }>('SELECT count(*)::int AS fills FROM app.fills')
    return { lost: [...missing], doubled, strange, fills: row!.fills }
  })
