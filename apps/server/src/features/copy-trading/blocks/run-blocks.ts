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

/** The largest set. Statements are few, and the venue takes as many lines in one command. */
const linesAtOnce = 500
const fewestAtOnce = 50
/** Other members wait for the database while a set is written: a slower one is followed by a smaller one. */
const setMs = 150
const blocksAtOnce = 200

interface BlockDeps extends NotifyDeps {
  readonly db: Db
}

/** Answers how many steps were done. One block that fails does not stop the others. */
export async function runBlocks(deps: BlockDeps, now: () => Date, lines = linesAtOnce): Promise<number> {
  let did = 0
  let failure: Error | undefined
  for (const block of await readOpenBlocks(deps.db, blocksAtOnce)) {
    try {
      did += await runBlock(deps, block, now, lines)
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error))
    }
  }
  if (failure) throw failure
  return did
}

async function runBlock(deps: BlockDeps, block: BlockRow, now: () => Date, lines: number): Promise<number> {
  let did = 0
  let { state } = block
  const sets = sizedSets(lines)
  while (state === 'preparing') {
    await sets.run((size) => prepare(deps, block, now(), size))
    did += 1
    state = await readBlockState(deps.db, block.id)
  }
  while (state === 'sending') {
    await send(deps, block, now())
    did += 1
    state = await readBlockState(deps.db, block.id)
  }
  if (state !== 'sent') return did
  for (let [ended, size] = [lines, lines]; ended === size; did += ended)
    ended = await sets.run((max) => {
      size = max
      return deps.db.transaction((tx) => returnMoney(tx, block.id, max, now()))
    })
  return did
}

/** Sets that take about the same time on every machine and under every load. */
function sizedSets(max: number) {
  let size = Math.min(max, fewestAtOnce * 2)
  return {
    async run<Result>(set: (size: number) => Promise<Result>): Promise<Result> {
      const began = performance.now()
      const result = await set(size)
      const took = performance.now() - began
      size = Math.round(Math.min(max, Math.max(fewestAtOnce, size * Math.min(2, setMs / took))))
      return result
    },
  }
}

const isLate = ({ at }: BlockRow, now: Date): boolean =>
  now.getTime() > at.getTime() + copyTradingRules.prepareSeconds.default * 1_000

/** Lines, their money and their orders are one transaction. A late block is cancelled instead. */
function prepare(deps: BlockDeps, block: BlockRow, now: Date, lines: number): Promise<void> {
  return deps.db.transaction(async (tx) => {
    if ((block.isCancelAsked || isLate(block, now)) && (await cancelBlock(tx, block.id, now))) return
    const orders = await prepareLines(tx, block.id, lines, now)
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
