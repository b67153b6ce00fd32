import { until } from './until.ts'

const statement = `
  SELECT coalesce(max(tx), 0) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS final FROM ledger.lines`

/**
 * Waits until every ledger line is final, so that a checkpoint or the close of a day counts it. A transaction in any
 * database of the cluster can delay that.
 */
export const untilFinal = (
  query: (text: string) => Promise<readonly { readonly final: boolean }[]>,
): Promise<unknown> => until('every line to be final', async () => (await query(statement))[0]?.final)
