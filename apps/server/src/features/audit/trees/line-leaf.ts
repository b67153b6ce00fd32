import type { WrittenLine } from './store.ts'

/** The hashed form of a ledger line: everything a statement shows of it, and its position. */
export const lineText = (line: WrittenLine): string =>
  JSON.stringify([
    'fairlot ledger line v1',
    line.entryId,
    line.lineNo,
    line.event,
    line.reference,
    line.reverses,
    line.account,
    line.asset,
    line.amount.toString(),
    line.seq?.toString() ?? null,
    line.balanceAfter?.toString() ?? null,
    line.holdId,
    line.postedMs.toString(),
  ])

export const lineSubject = ({ entryId, lineNo }: WrittenLine): string => `${entryId}.${lineNo}`
