import type { Tx } from '#platform/db'
import { dayTradedOf, equityOf, owedOf } from './intake/debts.ts'
import { readMore } from './intake/store.ts'

/** The figures that limit a member's orders, as intake computes them. */
export interface MemberFigures {
  readonly equity: bigint
  readonly owed: bigint
  /** Opening value of the day's day trades. */
  readonly dayTraded: bigint
  /** Zero for a gain. */
  readonly lostToday: bigint
  readonly called: boolean
  readonly mayDayTrade: boolean
}

export async function readMemberFigures(
  tx: Tx,
  memberId: string,
  date: string | null,
  now: Date,
): Promise<MemberFigures> {
  const more = (await readMore(tx, [memberId], date, now)).get(memberId)!
  return {
    equity: equityOf(more),
    owed: owedOf(more),
    dayTraded: dayTradedOf(more),
    lostToday: more.realised < 0n ? -more.realised : 0n,
    called: more.called,
    mayDayTrade: more.mayDayTrade,
  }
}
