// One run over all open blocks: prepare the next lines, send the next chunk, give back what was not spent. Each step is its own
// transaction and its result is a row, so a run may be interrupted anywhere, and no line is written twice.

import { copyTradingRules } from '@fairlot/rules/copy-trading'
import { placeCopyOrders, wakeAfterCommit } from '#features/orders'
import type { Db } from '#platform/db'
import type { NotifyDeps } from '../deps.ts'
import { sizedSets } from './sized-sets.ts'
import { type BlockRow, cancelBlock, prepareLines, readOpenBlocks, returnMoney, sendChunk } from './store.ts'

/** The largest set. Statements are few, and the venue takes as many lines in one command. */
const linesAtOnce = 500
const blocksAtOnce = 200

interface BlockDeps extends NotifyDeps {
  readonly db: Db
}

type Sets = ReturnType<typeof sizedSets>

/**
 * The open blocks in turns, one set of each, and read again every time: a mentor with very many followers does not keep the others
 * waiting until they are late, and a cancel is seen between two sets. Answers how many steps were done. One block that fails does
 * not stop the others.
 */
export async function runBlocks(deps: BlockDeps, now: () => Date, lines = linesAtOnce): Promise<number> {
  let did = 0
  let failure: Error | undefined
  const sets = new Map<string, Sets>()
  /** Failed, or waiting for the venue: the next run sees them again. */
  const over = new Set<string>()
  for (;;) {
    const open = (await readOpenBlocks(deps.db, blocksAtOnce)).filter(({ id }) => !over.has(id))
    if (open.length === 0) break
    for (const block of open) {
      const ofBlock = sets.get(block.id) ?? sizedSets(lines)
      sets.set(block.id, ofBlock)
      try {
        const { steps, goesOn } = await runBlock(deps, block, now, ofBlock)
        did += steps
        if (!goesOn) over.add(block.id)
      } catch (error) {
        over.add(block.id)
        failure ??= error instanceof Error ? error : new Error(String(error))
      }
    }
  }
  if (failure) throw failure
  return did
}

interface Step {
  readonly steps: number
  readonly goesOn: boolean
}

async function runBlock(deps: BlockDeps, block: BlockRow, now: () => Date, sets: Sets): Promise<Step> {
  if (block.state === 'preparing') {
    await sets.run((size) => prepare(deps, block, now(), size))
    return { steps: 1, goesOn: true }
  }
  if (block.state === 'sending') {
    await send(deps, block, now())
    return { steps: 1, goesOn: true }
  }
  let size = 0
  const ended = await sets.run((max) => {
    size = max
    return deps.db.transaction((tx) => returnMoney(tx, block.id, max, now()))
  })
  return { steps: ended, goesOn: ended === size }
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
