// Counts the service levels. The api counts its own answers every few seconds; the worker counts, for each span of time,
// whether the oldest waiting item was young enough. The console adds up thirty days.

import {
  budgetLeft,
  type ServiceLevelName,
  serviceLevelDays,
  serviceLevelNames,
  serviceLevels,
} from '@fairlot/contract/status'
import { pause } from '@fairlot/process/pause'
import type { Registry } from 'prom-client'
import type { Db, Tx } from '#platform/db'
import { countLevel, readFigures, readLevels, type LevelRow } from './store.ts'

interface Counted {
  readonly good: number
  readonly bad: number
}

const everyMs = 10_000

/** The answers of an api since its start. */
async function answersOf(
  registry: Registry,
): Promise<Readonly<Record<'api-answers' | 'orders-answered', Counted>>> {
  const valuesOf = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values ?? []
  const answers = await valuesOf('fairlot_http_requests_total')
  const sum = (values: readonly { value: number }[]): number =>
    values.reduce((total, { value }) => total + value, 0)
  const bad = sum(answers.filter(({ labels }) => String(labels['status']).startsWith('5')))
  const times = (await valuesOf('fairlot_http_request_seconds')).filter(({ labels }) =>
    String(labels['route']).endsWith('/orders/placeOrder'),
  ) as readonly { metricName?: string; value: number; labels: Readonly<Record<string, string | number>> }[]
  const limit = serviceLevels['orders-answered'].withinMs! / 1_000
  const soon = sum(
    times.filter(({ metricName, labels }) => metricName?.endsWith('_bucket') && labels['le'] === limit),
  )
  const all = sum(times.filter(({ metricName }) => metricName?.endsWith('_count')))
  return {
    'api-answers': { good: sum(answers) - bad, bad },
    'orders-answered': { good: soon, bad: all - soon },
  }
}

/** Returns how to stop it; the last seconds are counted then. */
export function startCountingAnswers(db: Db, registry: Registry): () => Promise<void> {
  const stopping = new AbortController()
  const written = new Map<string, Counted>()
  const count = async (): Promise<void> => {
    for (const [level, now] of Object.entries(await answersOf(registry))) {
      const before = written.get(level) ?? { good: 0, bad: 0 }
      const good = now.good - before.good
      const bad = now.bad - before.bad
      if (good + bad === 0) continue
      await countLevel(db, level as ServiceLevelName, good, bad)
      // Only what is committed: the next round adds the rest. An unconfirmed commit may count its seconds twice.
      written.set(level, now)
    }
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await pause(everyMs, stopping.signal)
      // PostgreSQL may be away.
      await count().catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

/** For the worker: `seconds` since the last time were good or bad by what waits now. */
export async function countWaiting(tx: Tx, seconds: number): Promise<void> {
  const figures = await readFigures(tx)
  for (const name of serviceLevelNames) {
    const { waiting, withinMs } = serviceLevels[name]
    const figure = figures.find((each) => each.name === waiting)
    if (!figure || withinMs === undefined) continue
    const isGood = figure.amount === 0n || Number(figure.waitedMs) <= withinMs
    await countLevel(tx, name, isGood ? seconds : 0, isGood ? 0 : seconds)
  }
}

export async function showLevels(tx: Tx) {
  const rows = new Map<string, LevelRow>(
    (await readLevels(tx, serviceLevelDays)).map((row) => [row.level, row]),
  )
  return serviceLevelNames.map((name) => {
    const { good, bad } = rows.get(name) ?? { good: 0, bad: 0 }
    return { name, good, bad, left: budgetLeft(name, good, bad) ?? null }
  })
}
