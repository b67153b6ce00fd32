// Members in the state after registration and sign-in, written straight into the tables: hashing a thousand passwords
// is not measured.

import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '@fairlot/testkit/sql'

const memberId = (index: number): string => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`

/** What a phone sends with every call. */
export interface SignedIn {
  readonly memberId: string
  readonly account: string
  readonly token: string
  readonly bind: string
  readonly xsrf: string
  /** A separate address per member: the rate limit also counts per network. */
  readonly ip: string
}

export async function signIn(
  sql: Sql,
  count: number,
  issue: (sessionId: string) => string,
  now = new Date(),
): Promise<readonly SignedIn[]> {
  const secret = (): string => randomBytes(32).toString('base64url')
  const hash = (value: string): Buffer => createHash('sha256').update(value).digest()
  const members = Array.from({ length: count }, (_, index): SignedIn => {
    const id = memberId(index + 1)
    return {
      memberId: id,
      account: `09${String(index + 1).padStart(8, '0')}`,
      token: `tk1_${secret()}`,
      bind: secret(),
      xsrf: issue(id),
      ip: `10.${1 + ((index >> 16) & 255)}.${(index >> 8) & 255}.${index & 255}`,
    }
  })
  for (let from = 0; from < count; from += 1_000) {
    const some = members.slice(from, from + 1_000)
    const ids = some.map((member) => member.memberId)
    await sql.query(
      `INSERT INTO app.members (id, account, invitation_code, joined_at)
       SELECT u.id, u.account, 'B' || u.account, $3 FROM unnest($1::uuid[], $2::text[]) AS u (id, account)`,
      [ids, some.map(({ account }) => account), now],
    )
    // The session has the member's own id: there is one per member.
    await sql.query(
      `INSERT INTO app.sessions (id, member_id, account, token_hash, bind_hash, device_id, label, network, created_at,
         last_seen_at, expires_at)
       SELECT u.id, u.id, u.account, u.token, u.bind, u.id, 'bench', '10.0.0.0', $5, $5, $5::timestamptz + interval '12 hours'
       FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::bytea[]) AS u (id, account, token, bind)`,
      [
        ids,
        some.map(({ account }) => account),
        some.map(({ token }) => hash(token)),
        some.map(({ bind }) => hash(bind)),
        now,
      ],
    )
    await sql.query(
      `SELECT count(*) FROM ledger.post_many(
         array_fill('practice-grant'::text, ARRAY[cardinality($1::text[])]), $1::text[],
         ARRAY(SELECT 'practice-grant:' || u FROM unnest($1::text[]) AS u), array_fill($3::timestamptz, ARRAY[cardinality($1::text[])]),
         ARRAY(SELECT n FROM generate_series(1, cardinality($1::text[])) AS n, generate_series(1, 2) ORDER BY n),
         ARRAY(SELECT CASE side WHEN 1 THEN 'practice-grant/main/TWD/granted' ELSE 'member/' || u.id || '/TWD/available' END
           FROM unnest($1::text[]) WITH ORDINALITY AS u (id, n), generate_series(1, 2) AS side ORDER BY u.n, side),
         ARRAY(SELECT CASE side WHEN 1 THEN -$2::bigint ELSE $2::bigint END
           FROM generate_series(1, cardinality($1::text[])) AS n, generate_series(1, 2) AS side ORDER BY n, side),
         array_fill(NULL::uuid, ARRAY[2 * cardinality($1::text[])]))`,
      [ids, 1_000_000_000, now],
    )
  }
  return members
}
