import type { Tx } from '#platform/db'
import { blockOfSubject, copyLeaves } from './copy-leaf.ts'
import { readBlock, readLines } from './store.ts'

interface Leaf {
  readonly subject: string
  readonly body: string
}

/** Each block still has the lines, fills and shares that were signed. */
export async function verifyCopies(
  tx: Tx,
  leaves: readonly Leaf[],
): Promise<{ readonly where: string; readonly what: string } | undefined> {
  const byBlock = Map.groupBy(leaves, ({ subject }) => blockOfSubject(subject))
  for (const [id, signed] of byBlock) {
    const block = await readBlock(tx, id)
    if (!block) return { where: `copied order ${id}`, what: 'is gone' }
    const now = new Map(
      copyLeaves(block, await readLines(tx, id)).map(({ subject, body }) => [subject, body]),
    )
    const wrong = signed.find(({ subject, body }) => now.get(subject) !== body)
    if (wrong) return { where: `copied order ${wrong.subject}`, what: 'is not what was signed' }
    if (now.size !== signed.length)
      return { where: `copied order ${id}`, what: `has ${now.size} lines, not the ${signed.length} signed` }
  }
  return undefined
}
