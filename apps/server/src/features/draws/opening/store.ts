import type { BeaconChain } from '@fairlot/proof'
import type { Db, Tx } from '#platform/db'

export interface OpeningRow {
  readonly date: string
  readonly opensAt: Date
  readonly source: 'beacon' | 'fallback' | 'none'
  readonly chain: BeaconChain | null
  readonly round: number | null
  readonly signature: string | null
  readonly seed: string | null
  readonly decidedAt: Date
}

const columns = `date::text AS date, opens_at AS "opensAt", source, chain, round, encode(signature, 'hex') AS signature,
  encode(seed, 'hex') AS seed, decided_at AS "decidedAt"`

export const readOpening = async (db: Db | Tx, date: string): Promise<OpeningRow | undefined> =>
  (await db.query<OpeningRow>(`SELECT ${columns} FROM app.opening_draws WHERE date = $1`, [date]))[0]

/** The newest first. */
export const readOpenings = (db: Db | Tx, count: number): Promise<readonly OpeningRow[]> =>
  db.query<OpeningRow>(`SELECT ${columns} FROM app.opening_draws ORDER BY date DESC LIMIT $1`, [count])

export async function insertOpening(
  db: Db,
  row: OpeningRow & { readonly randomness: string | null },
): Promise<void> {
  await db.query(
    `INSERT INTO app.opening_draws (date, opens_at, source, chain, round, signature, randomness, seed, decided_at)
     VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), decode($8, 'hex'), $9) ON CONFLICT DO NOTHING`,
    [
      row.date,
      row.opensAt,
      row.source,
      row.chain === null ? null : JSON.stringify(row.chain),
      row.round,
      row.signature,
      row.randomness,
      row.seed,
      row.decidedAt,
    ],
  )
}
