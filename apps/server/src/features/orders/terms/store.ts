import type { TradingTerms } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'

export async function insertTerms(tx: Tx, hash: string, profile: string, body: string): Promise<void> {
  await tx.query(
    `INSERT INTO app.terms (hash, profile, body) VALUES (decode($1, 'hex'), $2, $3::jsonb) ON CONFLICT DO NOTHING`,
    [hash, profile, body],
  )
}

export async function selectTerms(tx: Tx, hash: string): Promise<TradingTerms | undefined> {
  const [row] = await tx.query<{ body: TradingTerms }>(
    `SELECT body FROM app.terms WHERE hash = decode($1, 'hex')`,
    [hash],
  )
  return row?.body
}
