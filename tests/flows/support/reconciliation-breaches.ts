import type { Sql } from '@fairlot/testkit/sql'

/** What the minute's reconciliation would find now. It writes no run and stops no payouts. */
export async function reconciliationBreaches(sql: Sql): Promise<{ invariant: string; what: string }[]> {
  const rows = await sql.query<{ code: string; difference: string; detail: string | null }>(
    'SELECT code, difference::text, detail FROM app.reconcile() WHERE difference <> 0',
  )
  return rows.map(({ code, difference, detail }) => ({
    invariant: `reconciliation ${code}`,
    what: `differs by ${difference}: ${detail}`,
  }))
}
