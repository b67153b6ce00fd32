import type { Tx } from '../db.ts'

export interface Beat {
  readonly instance: string
  readonly process: string
  readonly host: string
  readonly pid: number
  readonly version: string
  /** By this machine's clock; PostgreSQL records the difference to its own. */
  readonly now: Date
  readonly figures: Readonly<Record<string, number>>
  readonly isLast: boolean
}

export async function writeBeat(tx: Tx, beat: Beat): Promise<void> {
  await tx.query(`SELECT status.beat($1, $2, $3, $4, $5, $6, $7, $8)`, [
    beat.instance,
    beat.process,
    beat.host,
    beat.pid,
    beat.version,
    beat.now,
    JSON.stringify(beat.figures),
    beat.isLast,
  ])
}
