import type { Tx } from '#platform/db'

export interface GroupRow {
  readonly id: string
  readonly name: string
  readonly symbols: readonly string[]
}

export const readGroups = (tx: Tx, memberId: string): Promise<readonly GroupRow[]> =>
  tx.query<GroupRow>(
    `SELECT g.id, g.name,
       coalesce(array_agg(s.symbol ORDER BY s.position, s.symbol) FILTER (WHERE s.symbol IS NOT NULL), '{}') AS symbols
     FROM app.favourite_groups g LEFT JOIN app.favourite_group_symbols s ON s.group_id = g.id
     WHERE g.member_id = $1 GROUP BY g.id ORDER BY g.position, g.id`,
    [memberId],
  )

export const readGroupNames = (tx: Tx, memberId: string): Promise<readonly { id: string; name: string }[]> =>
  tx.query<{ id: string; name: string }>(
    'SELECT id, name FROM app.favourite_groups WHERE member_id = $1 ORDER BY position, id',
    [memberId],
  )

export async function insertGroup(
  tx: Tx,
  group: { readonly id: string; readonly memberId: string; readonly name: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.favourite_groups (id, member_id, name, position, made_at)
     SELECT $1, $2, $3, coalesce(max(position), 0) + 1, $4 FROM app.favourite_groups WHERE member_id = $2`,
    [group.id, group.memberId, group.name, group.now],
  )
}

export async function updateGroupName(tx: Tx, id: string, name: string): Promise<void> {
  await tx.query('UPDATE app.favourite_groups SET name = $2 WHERE id = $1', [id, name])
}

export async function deleteGroup(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const removed = await tx.query(
    'DELETE FROM app.favourite_groups WHERE id = $1 AND member_id = $2 RETURNING 1',
    [id, memberId],
  )
  return removed.length > 0
}

export async function replaceGroupSymbols(
  tx: Tx,
  memberId: string,
  id: string,
  symbols: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM app.favourite_group_symbols WHERE group_id = $1', [id])
  await tx.query(
    `INSERT INTO app.favourite_group_symbols (group_id, member_id, symbol, position)
     SELECT $1, $2, symbol, position FROM unnest($3::text[]) WITH ORDINALITY AS place (symbol, position)`,
    [id, memberId, symbols],
  )
}
