import { recordOutcomes } from '#features/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { WorkDeps } from '../deps.ts'
import type { ActionRow } from '../store.ts'

export interface DividendNotice {
  readonly code:
    | 'dividend.announced'
    | 'dividend.cancelled'
    | 'dividend.accrued'
    | 'dividend.owed'
    | 'dividend.paid'
    | 'stock-dividend.announced'
    | 'stock-dividend.due'
    | 'stock-dividend.owed'
    | 'stock-dividend.arrived'
    | 'split.announced'
    | 'split.effective'
    | 'shares.cancelled'
  readonly params: Readonly<Record<string, string | number>>
}

/** What was done with a corporate action, and its state then. */
interface Done {
  readonly action: ActionRow
  readonly did: 'notified' | 'accrued' | 'paid' | 'delivered'
  readonly state: string
  readonly at: Date
}

export const idsOf = (rows: readonly { readonly memberId: string }[]): readonly string[] =>
  rows.map(({ memberId }) => memberId)

/** One audit row for a batch; each member gets the event and a notice. */
export async function notifyMembers<Row extends { readonly memberId: string }>(
  tx: Tx,
  deps: WorkDeps,
  { action, did, state, at }: Done,
  rows: readonly Row[],
  noticeOf: (row: Row) => DividendNotice,
): Promise<void> {
  if (rows.length === 0) return
  const { id, symbol, nameTw, nameEn, paysOn } = action
  await recordOutcomes(
    tx,
    deps,
    {
      action: `corporate-actions.${did}`,
      actor: 'system',
      subject: `corporate-action:${id}`,
      now: { state },
      details: { count: rows.length, members: idsOf(rows) },
      requestId: newId(at.getTime()),
      at,
    },
    rows.map((row) => {
      const { code, params } = noticeOf(row)
      return {
        memberId: row.memberId,
        event: { kind: 'dividend.changed' as const, id },
        notice: {
          code,
          params: { name: nameTw, nameEn, paysOn, ...params },
          path: `/position/position?view=dividend&symbol=${symbol}&id=${id}`,
        },
      }
    }),
  )
}
