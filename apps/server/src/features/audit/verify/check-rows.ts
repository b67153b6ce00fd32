// Compares the leaves of a tree, page by page, with the rows they were made from.

import type { Tx } from '#platform/db'
import { blockOfSubject } from '../copies/copy-leaf.ts'
import { verifyCopies } from '../copies/verify-copies.ts'
import { leafHashNow } from '../trees/hash.ts'
import { lineSubject, lineText } from '../trees/line-leaf.ts'
import { lastTree, type StoredLeaf, type StoredTree, type WrittenLine } from '../trees/store.ts'
import { nameOf, sameHash, type TreeFault } from './tree-fault.ts'
import {
  type MemberSum,
  readBidsOfAuction,
  readLedgerLines,
  readSumsOfLines,
  readTicketsOfDraw,
} from './store.ts'
import { verifyFills, verifyOrders } from './verify-fills.ts'

/** Gets every leaf of a tree in order. Each step returns the first difference it finds. */
export interface RowCheck {
  page(leaves: readonly StoredLeaf[]): Promise<TreeFault | undefined>
  end(): Promise<TreeFault | undefined>
}

export function openRowCheck(tx: Tx, tree: StoredTree): RowCheck {
  switch (tree.kind) {
    case 'fills':
      return { page: (leaves) => verifyFills(tx, leaves), end }
    case 'orders':
      return { page: (leaves) => verifyOrders(tx, leaves), end }
    case 'ledger-lines':
      return openLineCheck(tx, tree)
    case 'balances':
    case 'debts':
      return openSumCheck(tx, tree)
    case 'copies':
      return openCopyCheck(tx)
    case 'draws':
      return openListCheck(tree, () => readTicketsOfDraw(tx, tree.asset))
    case 'auctions':
      return openListCheck(tree, () => readBidsOfAuction(tx, tree.asset))
  }
}

const end = async (): Promise<undefined> => undefined

async function openLines(tx: Tx, tree: StoredTree): Promise<AsyncGenerator<readonly WrittenLine[]>> {
  const before = await lastTree(tx, 'ledger-lines', tree.id)
  return readLedgerLines(tx, before?.asOf ?? null, tree.asOf)
}

function openLineCheck(tx: Tx, tree: StoredTree): RowCheck {
  let pages: AsyncGenerator<readonly WrittenLine[]> | undefined
  let page: readonly WrittenLine[] = []
  let at = 0
  /** Whether there is a line at `at`. */
  const hasNext = async (): Promise<boolean> => {
    if (at < page.length) return true
    pages ??= await openLines(tx, tree)
    const next = await pages.next()
    if (next.done === true) return false
    page = next.value
    at = 0
    return true
  }
  const isNew = (line: WrittenLine): TreeFault => ({
    where: `ledger line ${lineSubject(line)}`,
    what: 'was not there when the tree was signed',
  })
  return {
    async page(leaves) {
      for (const leaf of leaves) {
        const where = `ledger line ${leaf.subject}`
        if (!(await hasNext())) return { where, what: 'is gone' }
        const line = page[at++]!
        const here = lineSubject(line)
        if (here < leaf.subject) return isNew(line)
        if (here !== leaf.subject) return { where, what: 'is gone' }
        if (!sameHash(leafHashNow(lineText(line)), leaf.hash))
          return { where, what: 'is not what was signed' }
      }
      return undefined
    },
    end: async () => ((await hasNext()) ? isNew(page[at]!) : undefined),
  }
}

/** Trees of many assets share one snapshot: its sums are computed once. */
const counted = new WeakMap<Tx, { readonly asOf: string; readonly sums: readonly MemberSum[] }>()

async function sumsAt(tx: Tx, asOf: string): Promise<readonly MemberSum[]> {
  const known = counted.get(tx)
  if (known?.asOf === asOf) return known.sums
  const sums = await readSumsOfLines(tx, asOf)
  counted.set(tx, { asOf, sums })
  return sums
}

function openSumCheck(tx: Tx, tree: StoredTree): RowCheck {
  const inTree = new Map<string, bigint>()
  return {
    async page(leaves) {
      for (const { subject, amount } of leaves) inTree.set(subject, (inTree.get(subject) ?? 0n) + amount)
      return undefined
    },
    async end() {
      const byLines = new Map(
        (await sumsAt(tx, tree.asOf))
          .filter(({ asset }) => asset === tree.asset)
          .map(({ owner, ...sum }) => [owner, tree.kind === 'balances' ? sum.owned : sum.owed]),
      )
      for (const owner of new Set([...byLines.keys(), ...inTree.keys()])) {
        const lines = byLines.get(owner) ?? 0n
        const held = inTree.get(owner) ?? 0n
        if (lines === held) continue
        return {
          where: `${nameOf(tree)}, member ${owner}`,
          what: `has ${held} in the tree and ${lines} by the lines`,
        }
      }
      return undefined
    },
  }
}

/** The lines of a block follow each other; the last block of a page may go on in the next. */
function openCopyCheck(tx: Tx): RowCheck {
  let open: readonly StoredLeaf[] = []
  return {
    page(leaves) {
      const all = [...open, ...leaves]
      const last = all.at(-1) && blockOfSubject(all.at(-1)!.subject)
      open = all.filter(({ subject }) => blockOfSubject(subject) === last)
      return verifyCopies(
        tx,
        all.filter(({ subject }) => blockOfSubject(subject) !== last),
      )
    },
    end: () => verifyCopies(tx, open),
  }
}

/** The leaves are the tickets of the draw, or the bids of the auction, each once, sorted. */
function openListCheck(tree: StoredTree, readListed: () => Promise<readonly string[]>): RowCheck {
  const bodies: string[] = []
  return {
    async page(leaves) {
      for (const { body } of leaves) bodies.push(body)
      return undefined
    },
    async end() {
      const listed = await readListed()
      const differs = Array.from({ length: Math.max(listed.length, bodies.length) }).findIndex(
        (_, n) => listed[n] !== bodies[n],
      )
      return differs < 0
        ? undefined
        : { where: `${nameOf(tree)}, ticket ${differs}`, what: 'is not in the list as it was signed' }
    },
  }
}
