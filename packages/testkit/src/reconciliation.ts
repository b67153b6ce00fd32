import type { Sql } from './sql.ts'

/** One check that does not agree. */
export interface Difference {
  readonly code: string
  readonly unit: string
  readonly difference: string
  readonly detail: string | null
}

/** What the minute's reconciliation would find now. It writes no run and stops no payouts. */
export const readDifferences = (sql: Pick<Sql, 'query'>): Promise<readonly Difference[]> =>
  sql.query<Difference>(
    'SELECT code, unit, difference::text, detail FROM app.reconcile() WHERE difference <> 0',
  )

export const differenceText = ({ code, unit, difference, detail }: Difference): string =>
  [code, unit, difference, detail ?? ''].join(' ').trim()
