// The indices, from the candles of all shards. A minute of an index is stored when every shard has published everything
// up to it, and is computed from stored candles only, so computing it again gives the same value.

import type { IndexUpdate } from '@fairlot/contract/live'
import { INDEX_BASE, indexRules, indexValue, minuteStart } from '@fairlot/rules/market-data'
import type { Db, Tx } from '#platform/db'
import { readOneSnapshot } from '../quotes/store.ts'
import {
  type IndexPoint,
  type MemberDay,
  type Progress,
  readClosesBefore,
  readDay,
  readGenerated,
  readMembers,
  readNewestMinute,
  readOpenDates,
  readPrices,
  readProgress,
  writeIndexDays,
  writeIndexMinutes,
} from './store.ts'

export interface IndexRound {
  /** Everything up to this time is in the quotes; undefined while a shard has not been read at all. */
  readonly sentUpTo: number | undefined
  readonly indices: readonly IndexUpdate[]
}

const minuteMs = 60_000
/** A batch is dated when it is applied and commits a little later; no commit takes longer than this. */
const commitMs = 40_000

export const keepIndices = (db: Db): Promise<IndexRound> =>
  db.transaction(async (tx) => {
    await readOneSnapshot(tx)
    const progress = await readProgress(tx)
    const sentUpTo = min(progress, ({ isThrough, now, upTo }) => (isThrough ? now : upTo))
    const finalUpTo = min(progress, ({ isThrough, now, upTo }) =>
      isThrough ? Math.max(now - commitMs, upTo ?? 0) : upTo,
    )
    // Without activity on any shard no minutes are written: a market switched off for a week gets no week of minutes.
    const newest = Math.max(...progress.map(({ upTo }) => upTo ?? -Infinity))
    return { sentUpTo, indices: await writeAll(tx, Math.min(finalUpTo ?? -Infinity, newest)) }
  })

function min(progress: readonly Progress[], timeOf: (shard: Progress) => number | null): number | undefined {
  const times = progress.map(timeOf)
  if (times.length === 0 || times.includes(null)) return undefined
  return Math.min(...(times as number[]))
}

async function writeAll(tx: Tx, finalUpTo: number): Promise<readonly IndexUpdate[]> {
  const dates = await readOpenDates(tx)
  if (dates.length === 0) return indexRules.map(({ code }) => ({ s: code, p: INDEX_BASE, r: INDEX_BASE }))
  const members = await readMembers(tx)
  const membersOf = indexRules.map((rule) => members.filter(rule.has).map(({ symbol }) => symbol))
  let updates: readonly IndexUpdate[] = []
  for (const [place, date] of dates.entries()) {
    updates = await writeDay(tx, date, dates[place + 1], membersOf, finalUpTo)
  }
  return updates
}

async function writeDay(
  tx: Tx,
  date: string,
  next: string | undefined,
  membersOf: readonly (readonly string[])[],
  finalUpTo: number,
): Promise<readonly IndexUpdate[]> {
  const days = new Map((await readDay(tx, date)).map((day) => [day.symbol, day]))
  const closes = new Map((await readClosesBefore(tx, date)).map(({ code, value }) => [code, value]))
  const began = minuteStart(Math.min(...[...days.values()].map(({ beganAt }) => beganAt)))
  const allBegan = Math.max(...[...days.values()].map(({ beganAt }) => beganAt))
  const newest = await readNewestMinute(tx)
  // The newest stored minute may have been written before it was over. A minute in which the previous day ended belongs
  // to that day.
  const from = newest === undefined ? began : Math.max(began, newest)
  const prices = (await readPrices(tx, date, from)).toReversed()
  if (prices.length === 0) {
    const generated = await readGenerated(tx, date)
    if (generated.length > 0)
      return generated.map(({ code, value }) => ({ s: code, p: value, r: closes.get(code) ?? INDEX_BASE }))
  }
  const last = new Map<string, number>()
  /** Applies the prices up to there and returns whether there were any. */
  const advance = (before: number): boolean => {
    const left = prices.length
    while (prices.length > 0 && prices.at(-1)!.at < before) {
      const { symbol, close } = prices.pop()!
      last.set(symbol, close)
    }
    return prices.length < left
  }
  const valuesAt = (before: number): { code: string; value: number }[] =>
    indexRules.map(({ code }, place) => ({
      code,
      value: indexValue(
        closes.get(code) ?? INDEX_BASE,
        membersOf[place]!.flatMap((symbol) => {
          const day = days.get(symbol)
          if (!day || day.beganAt >= before) return []
          return [{ last: last.get(symbol) ?? null, reference: day.reference }]
        }),
      ),
    }))

  const points: IndexPoint[] = []
  let stored: { code: string; value: number }[] | undefined
  const end = Math.min(finalUpTo, await endOf(tx, days, next))
  for (let minute = from; minute <= end; minute += minuteMs) {
    // A quiet minute repeats the previous value.
    const isMoved = advance(minute + minuteMs) || minute <= allBegan
    if (isMoved || !stored) stored = valuesAt(minute + minuteMs)
    points.push(...stored.map(({ code, value }) => ({ code, at: minute, value })))
  }
  await writeIndexMinutes(tx, points)
  if (stored) await writeIndexDays(tx, date, stored)
  advance(Infinity)
  return valuesAt(Infinity).map(({ code, value }) => ({
    s: code,
    p: value,
    r: closes.get(code) ?? INDEX_BASE,
  }))
}

/** The day is over when its last instrument has closed, or at the latest when the next one begins. */
async function endOf(
  tx: Tx,
  days: ReadonlyMap<string, MemberDay>,
  next: string | undefined,
): Promise<number> {
  const closed = [...days.values()].map(({ closedAt }) => closedAt)
  if (!closed.includes(null)) return Math.max(...(closed as number[]))
  if (next === undefined) return Infinity
  return Math.min(...(await readDay(tx, next)).map(({ beganAt }) => beganAt))
}
