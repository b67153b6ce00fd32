// One run over all open blocks: prepare the next lines, send the next chunk, give back what was not spent. Each step is its own
// transaction and its result is a row, so a run may be interrupted anywhere, and no line is written twice.

import { copyTradingRules } from '@fairlot/rules/copy-trading'
import { placeCopyOrders, wakeAfterCommit } from '#features/orders'
import type { Db } from '#platform/db'
import type { NotifyDeps } from '../deps.ts'
import {
  type BlockRow,
  cancelBlock,
  prepareLines,
  readBlockState,
  readOpenBlocks,
  returnMoney,
  sendChunk,
} from './store.ts'

/** Few enough that no transaction is long; the intake of members takes as many at once. */
const linesAtOnce = 100
const blocksAtOnce = 200

interface BlockDeps extends NotifyDeps {
  readonly db: Db
}

/** Answers how many steps were done. One block that fails does not stop the others. */
export async function runBlocks(deps: BlockDeps, now: () => Date): Promise<number> {
  let did = 0
  let failure: Error | undefined
  for (const block of await readOpenBlocks(deps.db, blocksAtOnce)) {
    try {
      did += await runBlock(deps, block, now)
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error))
    }
  }
  if (failure) throw failure
  return did
}

async function runBlock(deps: BlockDeps, block: BlockRow, now: () => Date): Promise<number> {
  let did = 0
  let { state } = block
  while (state === 'preparing') {
    await prepare(deps, block, now())
    did += 1
    state = await readBlockState(deps.db, block.id)
  }
  while (state === 'sending') {
    await send(deps, block, now())
    did += 1
    state = await readBlockState(deps.db, block.id)
  }
  if (state !== 'sent') return did
  for (let ended = linesAtOnce; ended === linesAtOnce; did += ended)
    ended = await deps.db.transaction((tx) => returnMoney(tx, block.id, linesAtOnce, now()))
  return did
}

const isLate = ({ at }: BlockRow, now: Date): boolean =>
  now.getTime() > at.getTime() + copyTradingRules.prepareSeconds.default * 1_000

/** Lines, their money and their orders are one transaction. A late block is cancelled instead. */
function prepare(deps: BlockDeps, block: BlockRow, now: Date): Promise<void> {
  return deps.db.transaction(async (tx) => {
    if ((block.isCancelAsked || isLate(block, now)) && (await cancelBlock(tx, block.id, now))) return
    const orders = await prepareLines(tx, block.id, linesAtOnce, now)
    const { symbol, kind, side, price, date, terms, shard } = block
    await placeCopyOrders(tx, deps, { symbol, kind, side, price, date, terms, shard }, orders, now)
  })
}

function send(deps: BlockDeps, block: BlockRow, now: Date): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const shard = await sendChunk(tx, block.id, now)
    if (shard !== null) wakeAfterCommit(tx, deps, [shard])
  })
}
