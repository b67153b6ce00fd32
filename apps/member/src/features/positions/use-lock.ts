// When a position can be closed, as a live countdown. The server refuses by the same check.

import { dayMs, sessionHours, taipeiDate } from '@fairlot/rules/calendar'
import { mayClose } from '@fairlot/rules/positions'
import { minuteText, useMarketSession } from '#features/market-data'
import { useDay } from '#shell/format.ts'
import { closableOf, type Ground, type PositionRow } from './figures.ts'
import { leftText } from './left-text.ts'
import { positionsTexts } from './texts/index.ts'
import { useMarketNow } from './use-market-now.ts'

export interface Lock {
  readonly text: string
  /** It ends on this trading day, so an order can be prepared until then. */
  readonly isShort: boolean
}

/** Why it cannot be closed yet; undefined when it can. It ends by itself: no reload is needed. */
export const useLock = (row: PositionRow, ground: Ground | undefined): Lock | undefined => {
  const texts = positionsTexts.use().lock
  const when = useWhen()
  const session = useMarketSession()
  const closable = closableOf(row)
  const now = useMarketNow(
    (shownAt) => closable.unlocksAt > shownAt || (ground !== undefined && ground.today < row.sellableOn),
  )
  if (row.state === 'closed' || ground === undefined || session === undefined) return undefined
  const refusal = mayClose(closable, now, ground.today, ground.terms)
  if (refusal === undefined) return undefined
  const isShort = refusal.code === 'position.locked'
  // A day's first trade is at the end of its opening call.
  const firstTradeAt = sessionHours(session.data.calendar, row.sellableOn).continuousAt
  const endsAt = isShort ? closable.unlocksAt : Math.max(firstTradeAt, closable.unlocksAt)
  // Breaks between its clauses only.
  const left = leftText(endsAt - now, texts)?.replaceAll(' ', '\u00a0')
  return { text: left === undefined ? texts.at(when(endsAt)) : texts.left(when(endsAt), left), isShort }
}

/** 今天 05:05, 明天 05:05, 11/18（三）09:00 */
export const useWhen = (): ((at: number) => string) => {
  const texts = positionsTexts.use().lock
  const day = useDay()
  const offset = useMarketSession()?.offset ?? 0
  return (at) => {
    const date = taipeiDate(at)
    const now = Date.now() + offset
    if (date === taipeiDate(now)) return texts.today(minuteText(at))
    return date === taipeiDate(now + dayMs)
      ? texts.tomorrow(minuteText(at))
      : texts.day(day(date), minuteText(at))
  }
}
