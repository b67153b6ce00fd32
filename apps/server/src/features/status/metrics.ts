// Figures about the whole installation, on the console's metrics port: they come from PostgreSQL, so they are true also
// while the process they are about is dead.

import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#platform/db'
import { type DrillRow, type FigureRow, readAuditHead, readFigures, readLastDrills } from './store.ts'

interface Reading {
  readonly figures: readonly FigureRow[]
  readonly drills: readonly DrillRow[]
  readonly signedAt: Date | undefined
}

type Value = readonly [label: string, value: number]

/** One reading serves all gauges of a scrape. */
const keptMs = 1_000

export function watchSystem(registry: Registry, db: Db): void {
  let reading: Promise<Reading | undefined> | undefined
  let readAt = -Infinity
  const read = (): Promise<Reading | undefined> => {
    if (reading === undefined || performance.now() - readAt > keptMs) {
      readAt = performance.now()
      // Without PostgreSQL there is no figure: that is better than an old one, and the other metrics stay readable.
      reading = Promise.all([readFigures(db), readLastDrills(db), readAuditHead(db)]).then(
        ([figures, drills, signedAt]) => ({ figures, drills, signedAt }),
        () => undefined,
      )
    }
    return reading
  }
  const gauge = (name: string, help: string, label: string, values: (from: Reading) => readonly Value[]) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const found = await read()
        this.reset()
        for (const [of, value] of found ? values(found) : []) this.set({ [label]: of }, value)
      },
    })
  gauge(
    'fairlot_waiting',
    'What waits to be done, by queue; settlement: events that the exchange has and the books have not',
    'what',
    ({ figures }) => figures.map(({ name, amount }) => [name, Number(amount)]),
  )
  gauge('fairlot_waiting_oldest_seconds', 'How long the oldest has waited, by queue', 'what', ({ figures }) =>
    figures.map(({ name, waitedMs }) => [name, Number(waitedMs) / 1_000]),
  )
  gauge('fairlot_drill_timestamp_seconds', 'When a drill was last recorded, by kind', 'kind', ({ drills }) =>
    drills.map(({ kind, at }) => [kind, at.getTime() / 1_000]),
  )
  gauge('fairlot_drill_ok', '1 when the last drill of the kind succeeded', 'kind', ({ drills }) =>
    drills.map(({ kind, ok }) => [kind, ok ? 1 : 0]),
  )
  gauge('fairlot_signed_timestamp_seconds', 'When it was last signed', 'what', ({ signedAt }) =>
    signedAt ? [['audit-head', signedAt.getTime() / 1_000]] : [],
  )
}
