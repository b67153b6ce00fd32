import type { DataOf } from '@fairlot/contract/routes'
import { dayMs } from '@fairlot/rules/calendar'
import { nearestRank, serviceMinutesBetween } from '@fairlot/rules/support'
import { readClosures } from '#features/calendar'
import type { Tx } from '#platform/db'
import { countOpenWaits, countRatings, readAnsweredWaits } from './store.ts'
import { supportTerms } from './terms.ts'

type Statistics = DataOf<'/support/statistics'>
export type ReadSupportStatistics = (tx: Tx, now: Date) => Promise<Statistics>

const days = 30
/** The figures are of thirty days: a minute does not show, and every phone asks for them. */
const keptMs = 60_000

/** Everything is counted from the rows. Both the median and the ninetieth percentile are times that occurred. */
async function compute(tx: Tx, now: Date): Promise<Statistics> {
  const since = new Date(now.getTime() - days * dayMs)
  const [terms, closures, answered, open, rated] = await Promise.all([
    supportTerms(tx, now),
    readClosures(tx),
    readAnsweredWaits(tx, since),
    countOpenWaits(tx, now),
    countRatings(tx, since),
  ])
  const minutes = answered.map(({ askedAt, answeredAt }) =>
    serviceMinutesBetween(closures, terms, askedAt, answeredAt),
  )
  return {
    days,
    cases: answered.length,
    medianMinutes: nearestRank(minutes, 0.5) ?? null,
    ninetiethMinutes: nearestRank(minutes, 0.9) ?? null,
    late: answered.filter(({ answeredAt, dueAt }) => answeredAt > dueAt).length,
    ...open,
    ...rated,
    promiseMinutes: terms.answerMinutes,
    opens: terms.opens,
    closes: terms.closes,
  }
}

export function openStatistics(): ReadSupportStatistics {
  let kept:
    | { readonly until: number; readonly from: number; readonly figures: Promise<Statistics> }
    | undefined
  return (tx, now) => {
    const time = now.getTime()
    if (kept === undefined || time >= kept.until || time < kept.from) {
      const figures = compute(tx, now)
      kept = { from: time, until: time + keptMs, figures }
      figures.catch(() => (kept = undefined))
    }
    return kept.figures
  }
}
