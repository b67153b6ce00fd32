// The stored days of a range with today's figures at their end. Today comes from the one answer of the account's figures, so
// the curve, its sums and the total above it are of one moment.

import type { DataOf } from '@fairlot/contract'
import { drawdownOf, withDay } from '@fairlot/rules/figures'
import { useEffect } from 'react'
import type { Account } from '#features/figures'
import { refresh, useRead } from '#shell/data.ts'

type Past = DataOf<'/positions/profit'>
export type Range = '7d' | '30d' | '90d' | '1y' | 'all'
export type Curve = ReturnType<typeof withToday>

export function withToday(past: Past, { total, day }: Account) {
  const sums = withDay(
    {
      opening: BigInt(past.opening),
      paidIn: BigInt(past.before.paidIn),
      profit: BigInt(past.before.profit),
      realised: BigInt(past.before.realised),
      unrealised: BigInt(past.before.unrealised),
      rebates: BigInt(past.before.rebates),
      currency: BigInt(past.before.currency),
    },
    {
      paidIn: BigInt(day.paidIn),
      profit: BigInt(day.profit),
      realised: BigInt(day.realised),
      unrealised: BigInt(day.unrealised),
      rebates: BigInt(day.rebates),
      currency: BigInt(day.currency),
    },
    BigInt(total),
  )
  const line = [
    ...past.line.map((point) => ({
      date: point.date,
      total: BigInt(point.total),
      paidIn: BigInt(point.paidIn),
      profit: BigInt(point.profit),
      result: BigInt(point.result),
    })),
    {
      date: day.date,
      total: BigInt(total),
      paidIn: BigInt(day.paidIn),
      profit: BigInt(day.profit),
      result: sums.profit,
    },
  ]
  const { costs, won, closed, indexBp } = past
  return { ...sums, line, drawdown: drawdownOf(line), costs: BigInt(costs), won, closed, indexBp }
}

/** The curve is undefined until both answers are of the same trading day. */
export const useCurve = (range: Range, account: Account | undefined, quiet = false) => {
  // Days that are over do not change.
  const read = useRead('/positions/profit', { range }, { keep: true, quiet, staleTime: 600_000 })
  const { data: past } = read
  const isOver = past !== undefined && account !== undefined && past.today !== account.day.date
  useEffect(() => {
    if (isOver) void refresh('/positions/profit')
  }, [isOver])
  return {
    read,
    curve: past === undefined || account === undefined || isOver ? undefined : withToday(past, account),
  }
}
