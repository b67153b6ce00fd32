// The baseline of bench/log.ts: a process that writes what the exchange wrote, in the same batches, by one prepared
// statement each, and nothing else: no engine, no hashes, no fence, no messages. All data is prepared before it starts.
// node bare.ts <database url> <shard to copy> <first> <last> <shard to write>; prints "ready", waits for a line,
// writes.

import { once } from 'node:events'
import pg from 'pg'

const [url, from, first, last, to] = process.argv.slice(2)
const types = new pg.TypeOverrides()
types.setTypeParser(20, Number)
const client = new pg.Client({ connectionString: url, types, options: '-c enable_seqscan=off' })
await client.connect()
const rows = async <Row>(text: string): Promise<Row[]> =>
  (await client.query(text, [from, first, last])).rows as Row[]

const batches = await rows<{ first: number; last: number; at: string; previous: string; hash: string }>(
  `SELECT first, last, first_event, last_event, at::text, previous, hash FROM exchange.batches
   WHERE shard = $1 AND first >= $2 AND last <= $3 ORDER BY last`,
)
const commands = await rows<{ practice: boolean }>(
  'SELECT practice FROM exchange.log WHERE shard = $1 AND sequence BETWEEN $2 AND $3 ORDER BY sequence',
)
const events = await rows<{
  sequence: number
  practice: boolean
  kind: string
  symbol: string | null
  body: string
}>(
  `SELECT sequence, practice, kind, symbol, body FROM exchange.events
   WHERE shard = $1 AND sequence BETWEEN $2 AND $3 ORDER BY event`,
)
const offset = batches[0]!.first - 1
let event = 0
let eventAt = 0
const writes = batches.map((batch) => {
  const count = batch.last - batch.first + 1
  const end = events.findIndex(({ sequence }) => sequence > batch.last)
  const mine = events.slice(eventAt, end === -1 ? events.length : end)
  eventAt += mine.length
  event += mine.length
  const values = [
    to,
    batch.first - offset,
    batch.last - offset,
    event - mine.length,
    batch.at,
    batch.previous,
    batch.hash,
    `{${commands
      .slice(batch.first - offset - 1, batch.last - offset)
      .map(({ practice }) => (practice ? 't' : 'f'))
      .join()}}`,
    `{${mine.map(({ sequence }) => sequence - offset).join()}}`,
    `{${mine.map(({ practice }) => (practice ? 't' : 'f')).join()}}`,
    mine.map(({ kind }) => kind).join('\n'),
    mine.map(({ symbol }) => symbol ?? '').join('\n'),
    mine.map(({ body }) => body).join('\n'),
  ]
  return { count, values, events: mine.length }
})
const text = `WITH taken AS (
    DELETE FROM exchange.queue WHERE shard = $1 AND id = ANY ($14::bigint[]) RETURNING id, command
  ), logged AS (
    INSERT INTO exchange.log (shard, practice, sequence, at, command)
    SELECT $1, u.practice, $2::bigint + u.place - 1, $5, t.command
    FROM unnest($14::bigint[], $8::boolean[]) WITH ORDINALITY AS u (id, practice, place) JOIN taken t ON t.id = u.id
  ), recorded AS (
    INSERT INTO exchange.events (shard, practice, event, sequence, at, kind, symbol, body)
    SELECT $1, u.practice, $4::bigint + u.place, u.sequence, $5, u.kind, nullif(u.symbol, ''), u.body
    FROM unnest($9::bigint[], $10::boolean[], string_to_array($11, E'\\n'), string_to_array($12, E'\\n'),
      string_to_array($13, E'\\n')) WITH ORDINALITY AS u (sequence, practice, kind, symbol, body, place)
  ), linked AS (
    INSERT INTO exchange.batches (shard, first, last, first_event, last_event, epoch, at, previous, hash, kept_head, pruned_hash)
    VALUES ($1, $2, $3, $4::bigint + 1, $4::bigint + cardinality($9::bigint[]), 1, $5, $6, $7,
      decode($7, 'hex'), decode($6, 'hex'))
  )
  UPDATE exchange.shards SET sequence = $3, event = $4::bigint + cardinality($9::bigint[]), hash = $7, at = $5 WHERE shard = $1
  RETURNING (SELECT array_agg(next.id) FROM (
    SELECT id FROM exchange.queue WHERE shard = $1 AND NOT id = ANY ($14::bigint[]) ORDER BY id LIMIT $15) AS next) AS next`
await client.query('INSERT INTO exchange.shards (shard, epoch) VALUES ($1, 1) ON CONFLICT DO NOTHING', [to])

const maxWaiting = Math.max(...writes.map(({ count }) => count))
const waiting = async (): Promise<number[]> => {
  const result = await client.query<{ id: number }>({
    name: 'waiting',
    text: 'SELECT id FROM exchange.queue WHERE shard = $1 ORDER BY id LIMIT $2',
    values: [to, maxWaiting],
  })
  return result.rows.map(({ id }) => id)
}
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.pause()
let ids: number[] = []
for (const { count, values } of writes) {
  // The same batches: it waits until there are as many commands as the exchange had.
  while (ids.length < count) ids = await waiting()
  const taken = ids.slice(0, count)
  const result = await client.query<{ next: number[] | null }>({
    name: 'write',
    text,
    values: [...values, `{${taken.join()}}`, maxWaiting],
  })
  ids = result.rows[0]?.next ?? []
}
await client.end()
