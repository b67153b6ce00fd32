import { allowLonger, type Tx } from '#platform/db'
import { readPages } from '#platform/read-pages'

export type TreeKind =
  | 'fills'
  | 'orders'
  | 'ledger-lines'
  | 'balances'
  | 'debts'
  | 'draws'
  | 'auctions'
  | 'copies'

export interface NewTree {
  readonly kind: TreeKind
  readonly asset: string
  readonly date: string
  readonly part: number
  readonly leaves: number
  readonly total: bigint
  readonly control: bigint | null
  /** Hex. */
  readonly root: string
  readonly builtAt: Date
  readonly asOf: string
  readonly keyId: string
  readonly publicKey: Uint8Array
  readonly signature: Uint8Array
}

export interface StoredTree extends NewTree {
  readonly id: bigint
}

export interface NewLeaf {
  readonly subject: string
  readonly hash: Uint8Array
  readonly amount: bigint
  readonly body: string
}

export interface KeptNode {
  readonly hash: Uint8Array
  readonly sum: bigint
}

/** Waits until no other builder runs; held until this transaction ends. */
export async function holdBuilding(tx: Tx): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = '10min'`)
  allowLonger(tx, 600_000)
  await tx.query(`SET LOCAL statement_timeout = '10min'`)
  await tx.query(`SET LOCAL idle_in_transaction_session_timeout = '10min'`)
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('audit.trees', 0))`)
}

/** One snapshot for a whole tree, and enough time to read it. */
export async function beginSnapshot(tx: Tx): Promise<string> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  allowLonger(tx, 600_000)
  await tx.query(`SET LOCAL statement_timeout = '10min'`)
  await tx.query(`SET LOCAL idle_in_transaction_session_timeout = '10min'`)
  return readSnapshot(tx)
}

export async function readSnapshot(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot')
  return row!.snapshot
}

const treeColumns = `id, kind, asset, date::text AS date, part, leaves, total::text AS total, control::text AS control,
  encode(root, 'hex') AS root, built_at AS "builtAt", as_of::text AS "asOf", key_id AS "keyId",
  public_key AS "publicKey", signature`

type TreeRow = Omit<StoredTree, 'leaves' | 'total' | 'control'> & {
  readonly leaves: bigint
  readonly total: string
  readonly control: string | null
}

const treeOf = (row: TreeRow): StoredTree => ({
  ...row,
  leaves: Number(row.leaves),
  total: BigInt(row.total),
  control: row.control === null ? null : BigInt(row.control),
})

export async function newestTree(
  tx: Tx,
  kind: TreeKind,
  asset?: string,
  date?: string,
): Promise<StoredTree | undefined> {
  const [row] = await tx.query<TreeRow>(
    `SELECT ${treeColumns} FROM audit.trees
     WHERE kind = $1 AND ($2::text IS NULL OR asset = $2) AND ($3::date IS NULL OR date = $3)
     ORDER BY date DESC, part DESC, id DESC LIMIT 1`,
    [kind, asset ?? null, date ?? null],
  )
  return row && treeOf(row)
}

/** The last tree built, or the one built before `before`: a tree of lines begins where the previous one ended. */
export async function lastTree(
  tx: Tx,
  kind: TreeKind,
  before: bigint = 2n ** 62n,
): Promise<StoredTree | undefined> {
  const [row] = await tx.query<TreeRow>(
    `SELECT ${treeColumns} FROM audit.trees WHERE kind = $1 AND id < $2 ORDER BY id DESC LIMIT 1`,
    [kind, before],
  )
  return row && treeOf(row)
}

/** Newest first. */
export async function newestTrees(
  tx: Tx,
  wanted: {
    readonly kind: TreeKind | undefined
    readonly asset: string | undefined
    readonly before: bigint | undefined
    readonly limit: number
  },
): Promise<readonly StoredTree[]> {
  const rows = await tx.query<TreeRow>(
    `SELECT ${treeColumns} FROM audit.trees
     WHERE id < $1 AND ($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR asset = $3) ORDER BY id DESC LIMIT $4`,
    [wanted.before ?? 2n ** 62n, wanted.kind ?? null, wanted.asset ?? null, wanted.limit],
  )
  return rows.map(treeOf)
}

/** In the order they were built. */
export async function treesAfter(tx: Tx, after: bigint, limit: number): Promise<readonly StoredTree[]> {
  const rows = await tx.query<TreeRow>(
    `SELECT ${treeColumns} FROM audit.trees WHERE id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
  )
  return rows.map(treeOf)
}

/** Assets whose newest tree still has holders. */
export async function assetsInTrees(tx: Tx, kind: TreeKind): Promise<readonly string[]> {
  const rows = await tx.query<{ asset: string }>(
    `SELECT asset FROM (
       SELECT DISTINCT ON (asset) asset, leaves FROM audit.trees WHERE kind = $1 ORDER BY asset, date DESC, part DESC
     ) AS newest WHERE leaves > 0`,
    [kind],
  )
  return rows.map(({ asset }) => asset)
}

/** The id of a tree whose leaves are stored before its row. */
export async function reserveTree(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>('SELECT audit.reserve_tree() AS id')
  return row!.id
}

export async function insertTree(tx: Tx, id: bigint, tree: NewTree): Promise<void> {
  await tx.query(
    `INSERT INTO audit.trees (id, kind, asset, date, part, leaves, total, control, root, built_at, as_of, key_id, public_key,
       signature)
     OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'hex'), $10, $11::pg_snapshot, $12, $13, $14)`,
    [
      id,
      tree.kind,
      tree.asset,
      tree.date,
      tree.part,
      tree.leaves,
      tree.total.toString(),
      tree.control?.toString() ?? null,
      tree.root,
      tree.builtAt,
      tree.asOf,
      tree.keyId,
      tree.publicKey,
      tree.signature,
    ],
  )
  // Now, and not within the time of the commit: it takes as long as the leaves are many. The next tree of this
  // transaction begins with its leaves again.
  await tx.query('SET CONSTRAINTS audit.tree_leaves_tree_fkey, audit.tree_nodes_tree_fkey IMMEDIATE')
  await tx.query('SET CONSTRAINTS audit.tree_leaves_tree_fkey, audit.tree_nodes_tree_fkey DEFERRED')
}

/** `from` is the index of the first of these leaves. */
export async function insertLeaves(
  tx: Tx,
  tree: bigint,
  from: number,
  leaves: readonly NewLeaf[],
): Promise<void> {
  await tx.query(
    `INSERT INTO audit.tree_leaves (tree, n, subject, hash, amount, body)
     SELECT $1, $2::bigint + l.place - 1, l.subject, l.hash, l.amount, l.body
     FROM unnest($3::text[], $4::bytea[], $5::bigint[], $6::text[])
       WITH ORDINALITY AS l (subject, hash, amount, body, place)`,
    [
      tree,
      from,
      leaves.map(({ subject }) => subject),
      leaves.map(({ hash }) => hash),
      leaves.map(({ amount }) => amount),
      leaves.map(({ body }) => body),
    ],
  )
}

export async function insertNodes(
  tx: Tx,
  tree: bigint,
  height: number,
  from: number,
  nodes: readonly KeptNode[],
): Promise<void> {
  await tx.query(
    `INSERT INTO audit.tree_nodes (tree, height, n, hash, sum)
     SELECT $1, $2, $3::bigint + l.place - 1, l.hash, l.sum
     FROM unnest($4::bytea[], $5::numeric[]) WITH ORDINALITY AS l (hash, sum, place)`,
    [tree, height, from, nodes.map(({ hash }) => hash), nodes.map(({ sum }) => sum.toString())],
  )
}

export interface StoredLeaf extends NewLeaf {
  readonly n: number
}

const leafColumns = `n::integer AS n, subject, hash, amount, body`

export const readLeaves = (
  tx: Tx,
  tree: bigint,
  from: number,
  count: number,
): Promise<readonly StoredLeaf[]> =>
  tx.query<StoredLeaf>(
    `SELECT ${leafColumns} FROM audit.tree_leaves WHERE tree = $1 AND n >= $2 AND n < $2::bigint + $3 ORDER BY n`,
    [tree, from, count],
  )

export const readLeavesOf = (tx: Tx, tree: bigint, subject: string): Promise<readonly StoredLeaf[]> =>
  tx.query<StoredLeaf>(
    `SELECT ${leafColumns} FROM audit.tree_leaves WHERE subject = $1 AND tree = $2 AND body <> '' ORDER BY n`,
    [subject, tree],
  )

/** The leaf of a fill or an order, in any tree. */
export async function findLeaf(
  tx: Tx,
  kind: 'fills' | 'orders' | 'copies',
  subject: string,
): Promise<{ readonly tree: StoredTree; readonly leaf: StoredLeaf } | undefined> {
  const [found] = await tx.query<{ tree: bigint }>(
    `SELECT l.tree FROM audit.tree_leaves l JOIN audit.trees t ON t.id = l.tree
     WHERE l.subject = $1 AND l.body <> '' AND t.kind = $2 ORDER BY l.tree LIMIT 1`,
    [subject, kind],
  )
  if (!found) return undefined
  const [row] = await tx.query<TreeRow>(`SELECT ${treeColumns} FROM audit.trees WHERE id = $1`, [found.tree])
  const [leaf] = await readLeavesOf(tx, found.tree, subject)
  return row && leaf && { tree: treeOf(row), leaf }
}

export const readNodes = async (
  tx: Tx,
  tree: bigint,
  height: number,
  from: number,
  count: number,
): Promise<readonly KeptNode[]> => {
  const rows = await tx.query<{ hash: Uint8Array; sum: string }>(
    `SELECT hash, sum::text AS sum FROM audit.tree_nodes
     WHERE tree = $1 AND height = $2 AND n >= $3 AND n < $3::bigint + $4 ORDER BY n`,
    [tree, height, from, count],
  )
  return rows.map(({ hash, sum }) => ({ hash, sum: BigInt(sum) }))
}

export interface AssetSum {
  readonly asset: string
  readonly owner: string
  /** Decimal digits. */
  readonly amount: string
}

/** What each member owns or owes, sorted by asset. */
export const readMemberSums = (tx: Tx, of: 'owned' | 'owed'): AsyncGenerator<readonly AssetSum[]> =>
  readPages<AssetSum>(
    tx,
    `SELECT asset, owner_id AS owner, ${of}::text AS amount FROM ledger.member_sums()
     WHERE ${of} > 0 ORDER BY asset COLLATE "C"`,
    [],
  )

export interface WrittenLine {
  readonly entryId: string
  readonly lineNo: number
  readonly event: string
  readonly reference: string
  readonly reverses: string | null
  readonly account: string
  readonly asset: string
  readonly amount: bigint
  readonly seq: bigint | null
  readonly balanceAfter: bigint | null
  readonly holdId: string | null
  readonly postedMs: bigint
}

export const readLinesWritten = (
  tx: Tx,
  after: string | null,
  upTo: string,
): AsyncGenerator<readonly WrittenLine[]> =>
  readPages<WrittenLine>(
    tx,
    `SELECT entry_id::text AS "entryId", line_no AS "lineNo", event, reference, reverses::text AS reverses, account,
       asset, amount, seq, balance_after AS "balanceAfter", hold_id::text AS "holdId", posted_ms AS "postedMs"
     FROM ledger.lines_written($1::pg_snapshot, $2::pg_snapshot)`,
    [after, upTo],
  )

export async function countLinesSince(
  tx: Tx,
  memberId: string,
  asset: string,
  { asOf, builtAt }: Pick<StoredTree, 'asOf' | 'builtAt'>,
): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(
    `SELECT ledger.count_lines_since('member', $1, $2, $3::pg_snapshot, $4) AS count`,
    [memberId, asset, asOf, builtAt],
  )
  return Number(row!.count)
}
