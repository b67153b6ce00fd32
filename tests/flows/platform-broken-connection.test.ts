// PostgreSQL's postmaster is killed while an api has more to do than connections: the answer of one statement and the end of the
// session arrive together, just when the connection passes to the next request.

import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTransient, openDb } from '../../apps/server/src/platform/db.ts'

const field = (type: string, text: string): Buffer => Buffer.from(`${type}${text}\0`)
const fields = Buffer.concat([
  field('S', 'FATAL'),
  field('V', 'FATAL'),
  field('C', '57P01'),
  field('M', 'terminating connection due to unexpected postmaster exit'),
  Buffer.from('\0'),
])
/** The message with which a session of a killed postmaster ends. */
const fatal = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), fields])
fatal.writeInt32BE(4 + fields.length, 1)

/** ReadyForQuery outside a transaction. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

let database: TestDatabase
let proxy: Server
/** From then on every session ends with its next answer. */
let isDying = false

beforeAll(async () => {
  database = await openTestDatabase()
  const { port } = new URL(database.apiUrl)
  proxy = createServer((client: Socket) => {
    const server = connect(Number(port), '127.0.0.1')
    client.pipe(server)
    server.on('data', (piece: Buffer) => {
      if (isDying && piece.subarray(-ready.length).equals(ready)) {
        client.end(Buffer.concat([piece, fatal]))
        server.destroy()
      } else client.write(piece)
    })
    for (const socket of [client, server]) socket.on('error', () => undefined)
    server.on('close', () => client.destroy())
    client.on('close', () => server.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  proxy.close()
  await database.close()
})

test('a connection that breaks between two requests ends no process', async () => {
  const url = new URL(database.apiUrl)
  url.port = String((proxy.address() as AddressInfo).port)
  const db = openDb({ url: url.href, poolSize: 1, applicationName: 'test' })
  const crashes: unknown[] = []
  const note = (error: unknown): void => void crashes.push(error)
  process.on('uncaughtException', note)
  try {
    await db.query('SELECT 1')
    isDying = true
    const answers = await Promise.allSettled([
      db.query('SELECT 1 AS one'),
      db.query('SELECT 2'),
      db.transaction((tx) => tx.query('SELECT 3')),
    ])
    expect(answers[0]).toMatchObject({ status: 'fulfilled', value: [{ one: 1 }] })
    for (const answer of answers)
      if (answer.status === 'rejected') expect(isTransient(answer.reason)).toBe(true)
    isDying = false
    expect(await db.query('SELECT 4 AS four')).toEqual([{ four: 4 }])
    expect(crashes).toEqual([])
  } finally {
    process.off('uncaughtException', note)
    await db.close()
  }
})
