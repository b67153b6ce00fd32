import { randomUUID } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { type Asset, entry, type EntryHead, type Executor, houseAccounts, member, post } from '../index.ts'

export interface LedgerDatabase {
  readonly database: TestDatabase
  readonly owner: Sql
  /** Can post any event on any account, which no real process can. */
  readonly poster: Sql
  readonly api: Sql
  readonly worker: Sql
  readonly settlement: Sql
  readonly reader: Sql
  close(): Promise<void>
}

export async function openLedgerDatabase(connections = 1): Promise<LedgerDatabase> {
  const database = await openTestDatabase()
  const parts = {
    owner: openSql(database.ownerUrl),
    poster: openSql(database.ownerUrl, { connections }),
    api: openSql(database.apiUrl),
    worker: openSql(database.workerUrl),
    settlement: openSql(database.settlementUrl),
    reader: openSql(database.readerUrl),
  }
  return {
    database,
    ...parts,
    async close() {
      await Promise.all(Object.values(parts).map((part) => part.close()))
      await database.close()
    },
  }
}

export const head = (event = 'test.move', key: string = randomUUID()): EntryHead => ({
  event,
  reference: 'test',
  key,
  postedAt: new Date(),
})

/** A new member with this available balance. */
export async function fundedMember(tx: Executor, amount: bigint, asset: Asset = 'TWD'): Promise<string> {
  const id = randomUUID()
  const funded = await post(
    tx,
    entry(head('test.fund')).move(amount, houseAccounts.bank(asset), member(id).available(asset)).done(),
  )
  if (!funded.ok) throw new Error(`not funded: ${funded.reason}`)
  return id
}
