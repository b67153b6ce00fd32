import type { AccountCode, Asset } from './chart.ts'
import type { Executor } from './executor.ts'

export interface StatementLine {
  /** Also the cursor: pass it as `before` to get older lines. At most 40 characters. */
  readonly lineId: string
  readonly entryId: string
  readonly event: string
  readonly reference: string
  readonly account: AccountCode
  readonly asset: Asset
  readonly kind: string
  readonly due: string | null
  readonly amount: bigint
  /** Balance of this account right after the line. */
  readonly balanceAfter: bigint
  readonly hold: string | null
  readonly reverses: string | null
  readonly postedAt: Date
}

export interface StatementPage {
  readonly lines: readonly StatementLine[]
  /** `before` of the next page, or null at the end. */
  readonly next: string | null
}

export interface StatementRequest {
  readonly owner?: 'member' | 'seat' | 'lending'
  readonly ownerId: string
  readonly asset: Asset
  /** Only this kind of account, for example `available`; all kinds of the asset without it. */
  readonly kind?: string
  readonly before?: string
  readonly limit?: number
}

interface StatementRow {
  readonly entry_id: string
  readonly line_no: number
  readonly event: string
  readonly reference: string
  readonly account: AccountCode
  readonly kind: string
  readonly due: string | null
  readonly amount: string
  readonly balance_after: string
  readonly hold_id: string | null
  readonly reverses: string | null
  readonly posted_ms: string
}

const cursorShape = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([0-9]{1,3})$/

/** Whether an external text is a valid `before`; check before passing it on. */
export const isStatementCursor = (text: string): boolean => cursorShape.test(text)

/** Lines of one owner and asset, newest first; per account in the order they took effect. */
export async function statement(
  tx: Executor,
  { owner = 'member', ownerId, asset, kind, before, limit = 50 }: StatementRequest,
): Promise<StatementPage> {
  const cursor = before === undefined ? null : cursorShape.exec(before)
  if (before !== undefined && !cursor) throw new Error('not a statement cursor')
  const rows = await tx.query<StatementRow>(
    `SELECT entry_id::text, line_no, event, reference, account, kind, due::text, amount::text, balance_after::text,
            hold_id::text, reverses::text, posted_ms::text
     FROM ledger.statement($1, $2, $3, $4, $5, $6, $7)`,
    [owner, ownerId, asset, kind ?? null, cursor?.[1] ?? null, cursor?.[2] ?? null, limit + 1],
  )
  const lines = rows.slice(0, limit).map((row): StatementLine => ({
    lineId: `${row.entry_id}.${row.line_no}`,
    entryId: row.entry_id,
    event: row.event,
    reference: row.reference,
    account: row.account,
    asset,
    kind: row.kind,
    due: row.due,
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    hold: row.hold_id,
    reverses: row.reverses,
    postedAt: new Date(Number(row.posted_ms)),
  }))
  return { lines, next: rows.length > limit ? (lines.at(-1)?.lineId ?? null) : null }
}
