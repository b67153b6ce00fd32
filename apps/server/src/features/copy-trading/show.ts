import type { DataOf } from '@fairlot/contract/routes'
import { resultOf } from '@fairlot/rules/copy-trading'
import type { CopyRow, FollowedMentor } from './store.ts'

export type ShownCopy = DataOf<'/copy-trading/read'>['copy']

export const showMentor = ({ id, name, level, isSimulated }: Omit<FollowedMentor, 'memberId'>) => ({
  mentorId: id,
  name,
  level,
  isSimulated,
})

const isRunning = ({ state }: CopyRow): boolean => state === 'under-review' || state === 'following'

export const showCopy = (row: CopyRow): ShownCopy => ({
  copyId: row.id,
  mentor: { mentorId: row.mentorId, name: row.mentorName, level: row.level, isSimulated: row.isSimulated },
  product:
    row.productId === null
      ? null
      : {
          productId: row.productId,
          name: { tw: row.productTw!, en: row.productEn! },
          endsOn: row.productEndsOn!,
        },
  amount: row.amount.toString(),
  held: isRunning(row) ? (row.amount - row.spent).toString() : '0',
  cost: row.cost.toString(),
  proceeds: row.proceeds.toString(),
  value: row.value.toString(),
  result: resultOf(row).toString(),
  stockShareBp: row.stockShareBp,
  stopLossBp: row.stopLossBp,
  cap: row.cap?.toString() ?? null,
  isPaused: row.pausedAt !== null,
  pausedAt: row.pausedAt?.toISOString() ?? null,
  state: row.state,
  endReason: row.endReason,
  note: row.note,
  startsOn: row.startsOn,
  sentAt: row.sentAt.toISOString(),
  promisedAt: row.promisedAt?.toISOString() ?? null,
  startedAt: row.startedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
})
