// Builds the trees of a day's events and of current balances and debts. Each is one transaction with one snapshot of
// the database, so a crash leaves either the whole tree or nothing, and the next round builds it again.

import { randomBytes } from 'node:crypto'
import { chart, trialBalance } from '@fairlot/ledger'
import { compareBytes, splitBalances, sumLeafOf } from '@fairlot/proof'
import { apart, type Db, type Tx } from '#platform/db'
import { buildCopies } from '../copies/build-copies.ts'
import { contradiction, fillIdOf, fillText } from '../fills/fill-evidence.ts'
import { orderText } from '../fills/order-leaf.ts'
import {
  fillDatesToBuild,
  orderDatesToBuild,
  readFillsToBuild,
  readLegs,
  readOrdersToBuild,
} from '../fills/store.ts'
import { buildPerDay } from './build-per-day.ts'
import type { Builder } from './builder.ts'
import { leafHashNow, sha256Now } from './hash.ts'
import { lineSubject, lineText } from './line-leaf.ts'
import {
  type AssetSum,
  assetsInTrees,
  beginSnapshot,
  holdBuilding,
  lastTree,
  type NewLeaf,
  newestTree,
  type NewTree,
  readLinesWritten,
  readMemberSums,
} from './store.ts'
import { inPages, writeTree } from './write-tree.ts'

const textLeaf = (subject: string, body: string): NewLeaf => ({
  subject,
  hash: leafHashNow(body),
  amount: 0n,
  body,
})

/** Every fill up to this trading day that is in no tree yet, one tree per day. */
export const buildFills = (builder: Builder, upTo: string): Promise<NewTree[]> =>
  buildPerDay(builder, 'fills', (tx) => fillDatesToBuild(tx, upTo), fillLeaves)

/** The same for ended orders. */
export const buildOrders = (builder: Builder, upTo: string): Promise<NewTree[]> =>
  buildPerDay(
    builder,
    'orders',
    (tx) => orderDatesToBuild(tx, upTo),
    (tx, date) => orderLeaves(tx, upTo, date),
  )

async function* fillLeaves(tx: Tx, date: string): AsyncGenerator<readonly NewLeaf[]> {
  for await (const fills of readFillsToBuild(tx, date)) {
    const legs = await readLegs(
      tx,
      fills.map(({ entryId }) => entryId),
    )
    yield fills.map((fill) => {
      const own = legs.get(fill.entryId) ?? []
      const wrong = contradiction(fill, own)
      if (wrong !== undefined) throw new Error(`fill ${fillIdOf(fill)}: ${wrong}`)
      return textLeaf(fillIdOf(fill), fillText(fill, own))
    })
  }
}

async function* orderLeaves(tx: Tx, upTo: string, date: string): AsyncGenerator<readonly NewLeaf[]> {
  for await (const orders of readOrdersToBuild(tx, upTo, date))
    yield orders.map((order) => textLeaf(order.orderId, orderText(order)))
}

/** Every ledger line since the last tree of lines, filed under `date`. */
export async function buildLines({ db, secrets, now }: Builder, date: string): Promise<NewTree[]> {
  return db.transaction(async (tx) => {
    const asOf = await beginSnapshot(tx)
    const last = await lastTree(tx, 'ledger-lines')
    const leaves = lineLeaves(tx, last?.asOf ?? null, asOf)
    const first = await leaves.next()
    if (first.done === true) return []
    const tree = {
      kind: 'ledger-lines',
      asset: '',
      date,
      asOf,
      leaves: startingWith(first.value, leaves),
      control: null,
    } as const
    return [await writeTree(tx, secrets, now, tree)]
  })
}

async function* lineLeaves(
  tx: Tx,
  after: string | null,
  upTo: string,
): AsyncGenerator<readonly NewLeaf[], undefined> {
  for await (const lines of readLinesWritten(tx, after, upTo))
    yield lines.map((line) => ({
      subject: lineSubject(line),
      hash: leafHashNow(lineText(line)),
      amount: 0n,
      body: '',
    }))
}

async function* startingWith<Page>(first: Page, rest: AsyncIterable<Page>): AsyncGenerator<Page> {
  yield first
  yield* rest
}

const sides = [
  { kind: 'balances', of: 'owned', kinds: kindsWhere((row) => row.lowest === 0n), sign: 1n },
  { kind: 'debts', of: 'owed', kinds: kindsWhere((row) => row.highest === 0n), sign: -1n },
] as const

function kindsWhere(holds: (row: (typeof chart)[number]) => boolean): ReadonlySet<string> {
  return new Set(chart.filter((row) => row.owner === 'member' && holds(row)).map(({ kind }) => kind))
}

/**
 * The holdings of every member in every asset, and the debts, at this moment. The sums of the members' balance rows are
 * compared with the ledger's totals by kind, which come from its lines: if the two differ, no root is signed.
 */
export async function buildSums({ db, secrets, now }: Builder, date: string): Promise<NewTree[]> {
  return db.transaction(async (tx) => {
    const asOf = await beginSnapshot(tx)
    const trial = await trialBalance(tx)
    const built: NewTree[] = []
    for (const { kind, of, kinds, sign } of sides) {
      const write = async (asset: string, balances: readonly OwnedSum[]): Promise<void> => {
        const part = ((await newestTree(tx, kind, asset, date))?.part ?? 0) + 1
        const control = trial
          .filter((line) => line.owner === 'member' && line.asset === asset && kinds.has(line.kind))
          .reduce((total, line) => total + sign * line.total, 0n)
        const leaves = inPages(leavesOf([kind, asset, date, part], balances))
        built.push(await writeTree(tx, secrets, now, { kind, asset, date, asOf, leaves, control }))
      }
      // An asset without holders gets one empty tree, so that the newest tree does not name former holders.
      const left = new Set(await assetsInTrees(tx, kind))
      for await (const [asset, balances] of byAsset(readMemberSums(tx, of))) {
        left.delete(asset)
        await write(asset, balances)
      }
      for (const asset of [...left].toSorted()) await write(asset, [])
    }
    return built
  })
}

/** The rows come sorted by asset: one asset at a time is in memory. */
async function* byAsset(
  pages: AsyncIterable<readonly AssetSum[]>,
): AsyncGenerator<readonly [string, readonly OwnedSum[]]> {
  let asset = ''
  let sums: OwnedSum[] = []
  for await (const page of pages)
    for (const row of page) {
      if (row.asset !== asset) {
        if (sums.length > 0) yield [asset, sums]
        asset = row.asset
        sums = []
      }
      sums.push({ owner: row.owner, amount: BigInt(row.amount) })
    }
  if (sums.length > 0) yield [asset, sums]
}

interface OwnedSum {
  readonly owner: string
  readonly amount: bigint
}

function leavesOf(
  tree: readonly [kind: string, asset: string, date: string, part: number],
  balances: readonly OwnedSum[],
): NewLeaf[] {
  return splitBalances(sha256Now, randomBytes(32), tree, balances)
    .map((piece) => ({
      subject: piece.owner,
      hash: sumLeafOf(sha256Now, piece).hash,
      amount: piece.amount,
      body: piece.body,
    }))
    .sort((a, b) => compareBytes(a.hash, b.hash))
}

/**
 * One builder at a time: a manual command must not overlap with the worker. A separate transaction holds the lock: if
 * the builder's transaction waited for it, its snapshot would be from before the wait.
 */
export const buildingAlone = <Result>(db: Db, build: () => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await holdBuilding(tx)
    return apart(build)
  })

/** All trees at once, for the command and for tests. */
export const buildAll = (builder: Builder, date: string): Promise<NewTree[]> =>
  buildingAlone(builder.db, async () => [
    ...(await buildFills(builder, date)),
    ...(await buildOrders(builder, date)),
    ...(await buildCopies(builder, date)),
    ...(await buildLines(builder, date)),
    ...(await buildSums(builder, date)),
  ])
