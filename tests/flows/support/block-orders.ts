// Orders for a block, placed by the intake the api uses.

import { type BlockLine, memberAccount } from '../../../packages/contract/src/venue/index.ts'
import type { TestVenue } from './test-venue.ts'

/** Places orders with their holds, whose commands do not reach the venue: a block stands for them. */
export async function withoutCommands<Result>(
  { sql }: TestVenue,
  place: () => Promise<Result>,
): Promise<Result> {
  await sql.query(
    `CREATE FUNCTION public.drop_command() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  )
  await sql.query(
    `CREATE TRIGGER drop_command BEFORE INSERT ON exchange.queue FOR EACH ROW EXECUTE FUNCTION public.drop_command()`,
  )
  try {
    return await place()
  } finally {
    await sql.query('DROP TRIGGER drop_command ON exchange.queue')
    await sql.query('DROP FUNCTION public.drop_command()')
  }
}

export async function linesOf({ sql }: TestVenue, orders: readonly string[]): Promise<BlockLine[]> {
  const rows = await sql.query<{ order: string; memberId: string; quantity: number }>(
    `SELECT id AS "order", member_id AS "memberId", quantity FROM app.orders WHERE id = ANY ($1::uuid[])
     ORDER BY array_position($1::uuid[], id)`,
    [orders],
  )
  return rows.map(({ order, memberId, quantity }) => ({ order, account: memberAccount(memberId), quantity }))
}
