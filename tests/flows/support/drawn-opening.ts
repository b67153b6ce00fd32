// The record of an opening draw, as a round of its beacon makes it. The signature is of no beacon.

import type { Sql } from '@fairlot/testkit/sql'

/** Drawn when the day opened at this moment. */
export async function drawOpening(sql: Pick<Sql, 'query'>, date: string, opensAt: Date): Promise<void> {
  await sql.query(
    `INSERT INTO app.opening_draws (date, opens_at, source, chain, round, signature, randomness, seed, decided_at)
     SELECT d.date, d.at, 'beacon', jsonb_build_object('name', 'practice', 'hash', repeat('00', 32), 'publicKey', '00', 'genesis',
       extract(epoch FROM d.at)::bigint - 4, 'period', 1), 6, s.signature, sha256(s.signature),
       sha256(convert_to(format(E'fairlot opening v1\\n%s\\n6\\n%s\\n', d.date, encode(sha256(s.signature), 'hex')), 'UTF8')), d.at
     FROM (SELECT $1::date AS date, $2::timestamptz AS at) AS d, (SELECT decode(repeat('5e', 48), 'hex') AS signature) AS s`,
    [date, opensAt],
  )
}
