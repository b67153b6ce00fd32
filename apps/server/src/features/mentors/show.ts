import type { DataOf } from '@fairlot/contract/routes'
import { type MentorFigures, mentorsRules, thresholdOf, tradeKindOf, winRateBp } from '@fairlot/rules/mentors'
import type { ApplicationRow } from './applying/store.ts'
import type { DayRow, MentorRow, TradeRow } from './store.ts'

export type ShownMentor = DataOf<'/mentors/read'>['mentor']
export type ShownFigures = NonNullable<ShownMentor['figures']>
export type ShownApplication = DataOf<'/mentors/apply'>['application']

export const showFigures = (figures: MentorFigures): ShownFigures => {
  const count = ({ closed, won, realised }: MentorFigures['trades']['cash']) => ({
    closed,
    won,
    realised: realised.toString(),
  })
  const { cash, margin, short, 'day-trade': dayTrade, offer } = figures.trades
  return {
    ...figures,
    profit: figures.profit.toString(),
    index: figures.index.toString(),
    capital: figures.capital.toString(),
    money: figures.money.toString(),
    trades: {
      cash: count(cash),
      margin: count(margin),
      short: count(short),
      'day-trade': count(dayTrade),
      offer: count(offer),
    },
    winRateBp: winRateBp(cash),
  }
}

const showDay = ({
  level: _level,
  followScale: _scale,
  followedTotal: _total,
  followerMedianBp: _median,
  ...day
}: DayRow): ShownFigures => ({
  ...day,
  winRateBp: winRateBp(day.trades.cash),
})

export const showMentor = (row: MentorRow): ShownMentor => {
  const level = row.day?.level ?? null
  return {
    mentorId: row.id,
    name: row.name,
    strategy: { tw: row.strategyTw, en: row.strategyEn },
    isSimulated: row.isSimulated,
    state: row.state,
    since: row.since.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    level,
    figures: row.day ? showDay(row.day) : null,
    follow: {
      scale: row.day?.followScale ?? '0',
      cumulative: row.day?.followedTotal ?? '0',
      medianBp: row.day?.followerMedianBp ?? null,
      minFollow: level === null ? null : thresholdOf(level).minFollow.toString(),
      minOpening: String(mentorsRules.minOpening.default),
    },
    line: [...row.line],
  }
}

export const showTrade = (row: TradeRow) => ({
  tradeId: row.id,
  kind: tradeKindOf(row),
  symbol: row.symbol,
  name: { tw: row.nameTw, en: row.nameEn },
  direction: row.direction,
  openedOn: row.openedOn,
  shares: row.shares,
  openedValue: row.openedValue.toString(),
})

export const showApplication = (row: ApplicationRow): ShownApplication => ({
  applicationId: row.id,
  name: row.name,
  strategy: { tw: row.strategyTw, en: row.strategyEn },
  state: row.state,
  reason: row.reason,
  note: row.note,
  sentAt: row.sentAt.toISOString(),
  promisedAt: row.promisedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
})
