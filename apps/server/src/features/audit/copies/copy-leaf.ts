import { blockListText, copyLineText } from '@fairlot/rules/copy-trading'
import { hex, textBytes } from '@fairlot/proof'
import { sha256Now } from '../trees/hash.ts'
import type { BlockRow, LineRow } from './store.ts'

export interface CopyLeaf {
  /** Block and copy. */
  readonly subject: string
  readonly body: string
}

export const copySubject = (blockId: string, copyId: string): string => `${blockId}/${copyId}`
export const blockOfSubject = (subject: string): string => subject.slice(0, 36)

/** A leaf for each line, those without shares too. */
export function copyLeaves(block: BlockRow, lines: readonly LineRow[]): readonly CopyLeaf[] {
  const list = hex(sha256Now(textBytes(blockListText(lines))))
  return lines.map((line) => ({
    subject: copySubject(block.id, line.copyId),
    body: copyLineText({
      block: block.id,
      mentor: block.mentorId,
      copy: line.copyId,
      date: block.date,
      symbol: block.symbol,
      side: block.side,
      price: block.price,
      seed: block.seed,
      lead: block.quantity,
      copies: block.copies,
      list,
      filled: block.filled,
      value: block.value.toString(),
      place: line.place,
      planned: line.planned,
      reason: line.reason,
      order: line.orderId,
      shares: line.shares,
      amount: line.value.toString(),
    }),
  }))
}
