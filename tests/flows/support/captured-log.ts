import { type Log, openLog } from '../../../apps/server/src/platform/log.ts'

export interface CapturedLog {
  readonly log: Log
  readonly lines: string[]
}

/** A log whose lines can be read: the same code as in production, with another destination. */
export function captureLog(role = 'test'): CapturedLog {
  const lines: string[] = []
  const log = openLog({
    role,
    level: 'trace',
    destination: { write: (line: string) => void lines.push(line) },
  })
  return { log, lines }
}
