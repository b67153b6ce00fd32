import { type MentorLevel, mentorLevels } from '@fairlot/contract/mentors/states'
import type { MentorFigures } from './figures.ts'
import { mentorsRules } from './limits.ts'

export interface Threshold {
  readonly level: MentorLevel
  readonly days: number
  readonly trades: number
  readonly drawdownBp: number
  readonly money: bigint
  readonly minFollow: bigint
}

export const thresholds: readonly Threshold[] = mentorLevels.map((level) => ({
  level,
  days: mentorsRules[`${level}Days`].default,
  trades: mentorsRules[`${level}Trades`].default,
  drawdownBp: mentorsRules[`${level}Drawdown`].default,
  money: BigInt(mentorsRules[`${level}Money`].default),
  minFollow: BigInt(mentorsRules[`${level}MinFollow`].default),
}))

export const thresholdOf = (level: MentorLevel): Threshold => thresholds.find((each) => each.level === level)!

/** What a level depends on. */
export interface LevelFigures {
  readonly days: number
  readonly closed: number
  readonly drawdownBp: number
  readonly money: bigint
}

export const levelFiguresOf = ({ days, trades, drawdownBp, money }: MentorFigures): LevelFigures => ({
  days,
  closed: trades.cash.closed,
  drawdownBp,
  money,
})

/** The conditions of a level, each met or not. */
export const conditionsOf = (figures: LevelFigures, { days, trades, drawdownBp, money }: Threshold) => ({
  days: figures.days >= days,
  trades: figures.closed >= trades,
  drawdown: figures.drawdownBp <= drawdownBp,
  money: figures.money >= money,
})

/**
 * The highest level whose conditions are all met; null below junior. A simulated mentor trades from the first day of a
 * practice market: they are junior without the days and the trades, never without the other two.
 */
export function levelOf(figures: LevelFigures, isSimulated = false): MentorLevel | null {
  const met = thresholds.findLast((each) => Object.values(conditionsOf(figures, each)).every(Boolean))
  if (met) return met.level
  const { drawdown, money } = conditionsOf(figures, thresholds[0]!)
  return isSimulated && drawdown && money ? 'junior' : null
}
