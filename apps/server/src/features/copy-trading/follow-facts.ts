import { balanceOf, member } from '@fairlot/ledger'
import { type FollowFacts } from '@fairlot/rules/copy-trading'
import { nextTradingDay, tradingDateAt } from '@fairlot/rules/calendar'
import { thresholdOf } from '@fairlot/rules/mentors'
import { readClosures } from '#features/calendar'
import { readMemberFigures } from '#features/orders'
import type { Tx } from '#platform/db'
import type { CopyTradingDeps } from './deps.ts'
import { type ProductRow, readProduct } from './products/store.ts'
import { type FollowedMentor, readFollowedMentor, sumCopies } from './store.ts'

export interface Followable {
  readonly mentor: FollowedMentor
  readonly product: ProductRow | null
  /** Null for a mentor who cannot be followed. */
  readonly minFollow: bigint | null
}

/** Undefined with the reason when there is no such mentor or product. */
export async function readFollowable(
  tx: Tx,
  asked: { readonly mentorId: string; readonly productId?: string },
): Promise<Followable | 'follow.mentor-not-found' | 'follow.trader-not-found'> {
  const mentor = await readFollowedMentor(tx, asked.mentorId)
  if (!mentor) return 'follow.mentor-not-found'
  const product = asked.productId === undefined ? null : await readProduct(tx, asked.productId)
  if (product === undefined || (product !== null && product.mentorId !== mentor.id))
    return 'follow.trader-not-found'
  const isOpen = mentor.state === 'active' && mentor.level !== null
  const ofLevel = mentor.level === null ? null : thresholdOf(mentor.level).minFollow
  return { mentor, product, minFollow: isOpen ? (product?.minFollow ?? ofLevel) : null }
}

export interface FollowerFacts extends Omit<FollowFacts, 'amount' | 'minFollow'> {
  /** The first trading day whose list a follow of now is on. */
  readonly startsOn: string
}

export async function readFollower(
  tx: Tx,
  { calendar }: Pick<CopyTradingDeps, 'calendar'>,
  memberId: string,
  now: Date,
): Promise<FollowerFacts> {
  const closures = await readClosures(tx)
  const date = tradingDateAt(calendar, closures, now.getTime())
  const [figures, available, { amount }] = await Promise.all([
    readMemberFigures(tx, memberId, date, now),
    balanceOf(tx, member(memberId).available('TWD')),
    sumCopies(tx, memberId),
  ])
  return {
    equity: figures.equity,
    available,
    inCopies: amount,
    startsOn: nextTradingDay(calendar, closures, date),
  }
}
