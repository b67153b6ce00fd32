// The published formula of the credit score. It knows four things about a member and nothing else. It is no rule that
// operators can set: another formula is another version of the platform.

import type { ScoreKind } from '@fairlot/contract/credit/states'

export const scoreVersion = 's-1'
/** A deduction counts for so many months. */
export const scoreMonths = 12

const formula: Readonly<Record<ScoreKind, { readonly each: number; readonly cap: number }>> = {
  'late-day': { each: 2, cap: 40 },
  'late-call': { each: 4, cap: 20 },
  'forced-sale': { each: 10, cap: 20 },
  default: { each: 20, cap: 20 },
}

export interface ScoreInput {
  readonly kind: ScoreKind
  readonly count: number
}

export interface ScoreLine {
  readonly kind: ScoreKind
  readonly count: number
  readonly each: number
  readonly cap: number
  readonly points: number
}

export interface Score {
  readonly score: number
  readonly lines: readonly ScoreLine[]
}

/** Score = start − Σ min(count × points, cap), never below zero. The caller passes the inputs of the last twelve months. */
export function scoreOf(inputs: readonly ScoreInput[], start: number): Score {
  const lines = (Object.keys(formula) as ScoreKind[]).map((kind): ScoreLine => {
    const { each, cap } = formula[kind]
    const count = inputs.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.count, 0)
    return { kind, count, each, cap, points: Math.min(count * each, cap) }
  })
  const score = lines.reduce((left, { points }) => left - points, start)
  return { score: Math.max(0, score), lines }
}

/** The date from which a deduction no longer counts. */
export const lapsesOn = (on: string): string => {
  const [year, month, day] = on.split('-').map(Number) as [number, number, number]
  const end = new Date(Date.UTC(year, month - 1 + scoreMonths, day))
  return end.toISOString().slice(0, 10)
}
