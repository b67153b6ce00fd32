import type { Tx } from '#platform/db'

export interface Pair {
  readonly name: string
  readonly value: string
}

export type Money = 'practice' | 'real'

/** False when the installation exists already. */
export async function insertInstallation(tx: Tx, money: Money): Promise<boolean> {
  const rows = await tx.query(
    'INSERT INTO platform.installation (money) VALUES ($1) ON CONFLICT (only_one) DO NOTHING RETURNING money',
    [money],
  )
  return rows.length > 0
}

export async function readInstallation(tx: Tx): Promise<Money | undefined> {
  const [row] = await tx.query<{ money: Money }>('SELECT money FROM platform.installation')
  return row?.money
}

export const readPairs = (tx: Tx): Promise<readonly Pair[]> =>
  tx.query<Pair>('SELECT name, value FROM app.site_config ORDER BY name')

export async function readPair(tx: Tx, name: string): Promise<string | undefined> {
  const [row] = await tx.query<Pair>('SELECT name, value FROM app.site_config WHERE name = $1', [name])
  return row?.value
}

/** Locks the row, so that two changes of one pair appear in the history in their real order. */
export async function lockPair(tx: Tx, name: string): Promise<string | undefined> {
  const [row] = await tx.query<Pair>('SELECT name, value FROM app.site_config WHERE name = $1 FOR UPDATE', [
    name,
  ])
  return row?.value
}

export async function writePair(tx: Tx, { name, value }: Pair): Promise<void> {
  await tx.query(
    `INSERT INTO app.site_config (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = now()`,
    [name, value],
  )
}

export async function updatePair(tx: Tx, { name, value }: Pair): Promise<void> {
  await tx.query('UPDATE app.site_config SET value = $2, updated_at = now() WHERE name = $1', [name, value])
}

export interface PairChange {
  readonly changeId: string
  readonly name: string
  readonly oldValue: string | null
  readonly newValue: string
  readonly changedBy: string
  /** The review in which two operators approved it. */
  readonly reviewId: string | null
}

export async function insertPairChange(tx: Tx, change: PairChange): Promise<void> {
  await tx.query(
    `INSERT INTO app.site_config_history (change_id, name, old_value, new_value, changed_by, review_id)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [change.changeId, change.name, change.oldValue, change.newValue, change.changedBy, change.reviewId],
  )
}

export const readPairsWithTimes = (tx: Tx): Promise<readonly (Pair & { readonly updatedAt: Date })[]> =>
  tx.query('SELECT name, value, updated_at AS "updatedAt" FROM app.site_config ORDER BY name')

export interface PairStep {
  readonly name: string
  readonly changedAt: Date
  readonly before: string | null
  readonly after: string
  /** The two operators who approved it; the stored text where there was no review. */
  readonly by: readonly string[]
}

/** Newest first. A site is renamed only a few times. */
export const readPairHistory = (tx: Tx): Promise<readonly PairStep[]> =>
  tx.query<PairStep>(
    `SELECT h.name, h.changed_at AS "changedAt", h.old_value AS before, h.new_value AS after,
       CASE WHEN h.review_id IS NULL THEN ARRAY[h.changed_by] ELSE ARRAY(
         SELECT o.name FROM app.review_votes v JOIN app.operators o ON o.id = v.operator_id
         WHERE v.review_id = h.review_id AND v.decision = 'approve' ORDER BY v.at) END AS by
     FROM app.site_config_history h ORDER BY h.changed_at DESC LIMIT 500`,
  )

/** The same bytes again change nothing: their hash is their name. */
export async function keepImage(tx: Tx, hash: string, bytes: Buffer, at: Date): Promise<void> {
  await tx.query(
    'INSERT INTO app.site_images (hash, bytes, kept_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [hash, bytes, at],
  )
}

export async function readImage(tx: Tx, hash: string): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ bytes: Buffer }>('SELECT bytes FROM app.site_images WHERE hash = $1', [hash])
  return row?.bytes
}

export interface AgreementVersion {
  readonly version: string
  readonly effectiveOn: string
}

/** The newest version whose day has begun in Taipei. */
export async function readAgreementInForce(tx: Tx, now: Date): Promise<AgreementVersion | undefined> {
  const [row] = await tx.query<AgreementVersion>(
    `SELECT version, effective_on::text AS "effectiveOn" FROM app.agreements
     WHERE effective_on <= ($1::timestamptz AT TIME ZONE 'Asia/Taipei')::date
     ORDER BY effective_on DESC LIMIT 1`,
    [now],
  )
  return row
}

export interface Clause {
  readonly title: string
  readonly text: string
  readonly plain: string
}

export const readClauses = (
  tx: Tx,
  version: string,
  lang: string,
  document: 'agreement' | 'privacy',
): Promise<readonly Clause[]> =>
  tx.query<Clause>(
    `SELECT title, text, plain FROM app.agreement_clauses
     WHERE version = $1 AND lang = $2 AND document = $3 ORDER BY position`,
    [version, lang, document],
  )
