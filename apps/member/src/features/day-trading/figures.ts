// A day trade in the form the rules use, and remaining times as text.

import { formatQuantity, shares as sharesOf } from '@fairlot/money'
import type { OpenDayTrade } from '@fairlot/rules/day-trading'
import { openPart } from '@fairlot/rules/positions'
import type { Language } from '@fairlot/app-shell/language'
import type { DayTradingTexts } from './texts/tw.ts'
import type { DayTrade } from './use-day-trades.ts'

/** The part that is still open, with its share of the opening costs. */
export const openTradeOf = (row: DayTrade): OpenDayTrade => ({
  kind: row.kind,
  direction: row.direction,
  shares: row.shares,
  openedValue: openPart(BigInt(row.openedValue), row),
  openCosts: openPart(BigInt(row.openFee) + BigInt(row.openTax) + BigInt(row.borrowFee), row),
})

export const lotsText = (count: number, language: Language): string =>
  formatQuantity(sharesOf(BigInt(count)), language)

export const toneOf = (amount: bigint): 'up' | 'down' | 'flat' =>
  amount > 0n ? 'up' : amount < 0n ? 'down' : 'flat'

/** Rounded up, so that it never says zero while time remains. */
export function leftText(ms: number, texts: DayTradingTexts['left']): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  if (seconds < 60) return texts.seconds(seconds)
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? texts.minutes(minutes) : texts.hours(Math.floor(minutes / 60), minutes % 60)
}

/** Whole percent, rounded. */
export const percentOf = (part: number, whole: number): string => `${Math.round((part * 100) / whole)}%`

export const dayTradePath = '/common/dayTrading'
export const tabPath = (tab: string): string => `${dayTradePath}?tab=${tab}`
export const openTradePath = (positionId: string): string => `${dayTradePath}?view=open&id=${positionId}`
