import { lapsesOn, scoreOf } from '@fairlot/rules/credit'
import type { Overview } from './use-credit.ts'

/** Whether the published formula over the member's own deductions comes to what the server sent, line by line. */
export function isScoreRight({ score, start, lines, events }: Overview['score']): boolean {
  const own = scoreOf(events, start)
  return (
    own.score === score &&
    own.lines.length === lines.length &&
    own.lines.every((line) =>
      lines.some(
        ({ kind, count, each, cap, points }) =>
          kind === line.kind &&
          count === line.count &&
          each === line.each &&
          cap === line.cap &&
          points === line.points,
      ),
    ) &&
    events.every(({ on, until }) => until === lapsesOn(on))
  )
}
