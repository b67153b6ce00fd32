// Reads the log of every shard from PostgreSQL and checks it from end to end: both chains from the first batch on, gaps
// only where pruning recorded them, every command and event under its batch's hash; then a replay from the oldest
// snapshot (from the beginning when nothing was pruned) to the same events, the same state at every later snapshot, and
// the shard's head.

import { createEngine } from '@fairlot/engine'
import { beginningOf, linkBatch, type Place } from './chain.ts'
import { openSnapshot, replay } from './recover.ts'
import { type LogReader, type PrunedRange, readLog, type SnapshotPlace, type StoredBatch } from './store.ts'

export interface ShardReport {
  readonly shard: number
  readonly sequence: number
  readonly event: number
  readonly hash: string
  readonly batches: number
  readonly pruned: number
  /** Where the replay began, and its final state. */
  readonly replayedFrom: number
  readonly stateHash: string | undefined
  readonly snapshots: number
  readonly faults: readonly string[]
}

export const verify = (databaseUrl: string): Promise<ShardReport[]> =>
  readLog(databaseUrl, async (readerOf, shards) => {
    const reports: ShardReport[] = []
    for (const shard of shards) reports.push(await verifyShard(readerOf(shard), shard))
    return reports
  })

async function verifyShard(reader: LogReader, shard: number): Promise<ShardReport> {
  const faults: string[] = []
  const head = (await reader.place()) ?? beginningOf(shard)
  const ranges = await reader.pruned()
  const snapshots = (await reader.snapshots()).toReversed()
  const digests = new Map<number, string>()
  for (const snapshot of snapshots) {
    try {
      digests.set(snapshot.sequence, (await openSnapshot(reader, snapshot)).digest)
    } catch (error) {
      faults.push(`the snapshot at ${snapshot.sequence}: ${messageOf(error)}`)
    }
  }
  const batches = await walk(reader, head, ranges, snapshots, digests, faults)
  const replayed = await replayAll(reader, head, ranges.at(-1)?.last ?? 0, snapshots, faults)
  return {
    shard,
    sequence: head.sequence,
    event: head.event,
    hash: head.hash,
    batches,
    pruned: ranges.at(-1)?.last ?? 0,
    ...replayed,
    snapshots: snapshots.length,
    faults,
  }
}

const batchesAtOnce = 200
const maxFaults = 20

async function walk(
  reader: LogReader,
  head: Place,
  ranges: readonly PrunedRange[],
  snapshots: readonly SnapshotPlace[],
  digests: ReadonlyMap<number, string>,
  faults: string[],
): Promise<number> {
  const prunedTo = ranges.at(-1)?.last ?? 0
  const edges = new Map(ranges.map((range) => [range.last, range.hashAfter]))
  const states = new Map(snapshots.map((snapshot) => [snapshot.sequence, snapshot]))
  checkRanges(ranges, faults)
  let place = beginningOf(head.shard)
  let count = 0
  while (faults.length < maxFaults) {
    const batches = await reader.batches(place.sequence, batchesAtOnce)
    const end = batches.at(-1)
    if (!end) break
    const commands = [...(await reader.commands(place.sequence, end.last))].toReversed()
    const events = [...(await reader.events(place.event, end.lastEvent))].toReversed()
    for (const batch of batches) {
      count += 1
      place = skipPruned(place, batch, prunedTo, faults)
      const isPruned = batch.last <= prunedTo
      const content = {
        ...batch,
        commands: takeWhile(commands, ({ sequence }) => sequence <= batch.last),
        events: takeWhile(events, ({ event }) => event <= batch.lastEvent),
      }
      const isWhole =
        content.commands.length === batch.last - batch.first + 1 &&
        content.events.length === batch.lastEvent - batch.firstEvent + 1
      if (!isPruned && !isWhole) faults.push(`rows of the batch ${batch.first} to ${batch.last} are missing`)
      const link = await linkBatch(place, content, isPruned ? batch.prunedHash : undefined)
      if (
        link.hash !== batch.hash ||
        link.keptHead !== batch.keptHead ||
        link.prunedHash !== batch.prunedHash
      )
        faults.push(`the batch ${batch.first} to ${batch.last} is not what its hash says`)
      const digest = digests.get(batch.first - 1)
      if (digest !== undefined && batch.snapshotHash !== undefined && digest !== batch.snapshotHash)
        faults.push(`the snapshot at ${batch.first - 1} is not the one the chain vouches for`)
      // Continue with the stored values, so that one fault is reported once.
      place = {
        shard: head.shard,
        sequence: batch.last,
        event: batch.lastEvent,
        at: batch.at,
        hash: batch.hash,
        kept: batch.keptHead ?? place.kept,
      }
      const edge = edges.get(batch.last)
      if (edge !== undefined && edge !== batch.hash)
        faults.push(`pruning up to ${batch.last} kept another hash`)
      const snapshot = states.get(batch.last)
      if (snapshot && (snapshot.hash !== place.hash || snapshot.kept !== place.kept))
        faults.push(`the snapshot at ${batch.last} stands on another chain`)
    }
  }
  // When the newest batches have been pruned, the last range leads to the head.
  const end =
    place.sequence < prunedTo ? { ...place, sequence: prunedTo, hash: ranges.at(-1)!.hashAfter } : place
  if (end.sequence !== head.sequence || end.hash !== head.hash || end.kept !== head.kept)
    faults.push(`the chain ends at ${end.sequence}, the shard says ${head.sequence}`)
  return count
}

/** Takes from the end of a reversed list: the rows of one batch after the other. */
function takeWhile<Row>(reversed: Row[], belongs: (row: Row) => boolean): Row[] {
  const taken: Row[] = []
  while (reversed.length > 0 && belongs(reversed.at(-1)!)) taken.push(reversed.pop()!)
  return taken
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function checkRanges(ranges: readonly PrunedRange[], faults: string[]): void {
  let last = 0
  let hash = beginningOf(0).hash
  for (const range of ranges) {
    if (range.first !== last + 1 || range.hashBefore !== hash)
      faults.push(`what was pruned from ${range.first} on does not follow what was pruned before`)
    last = range.last
    hash = range.hashAfter
  }
}

/** Over pruned batches the first chain restarts from the value in the next batch; the second never does. */
function skipPruned(place: Place, batch: StoredBatch, prunedTo: number, faults: string[]): Place {
  const follows =
    batch.first === place.sequence + 1 &&
    batch.firstEvent === place.event + 1 &&
    batch.previous === place.hash
  if (batch.at < place.at) faults.push(`time goes back at ${batch.first}`)
  if (follows) return place
  const mayBeGone = batch.first > place.sequence + 1 && batch.first - 1 <= prunedTo
  if (!mayBeGone) faults.push(`the batch ${batch.first} to ${batch.last} does not follow ${place.sequence}`)
  return { ...place, sequence: batch.first - 1, event: batch.firstEvent - 1, hash: batch.previous }
}

async function replayAll(
  reader: LogReader,
  head: Place,
  prunedTo: number,
  snapshots: readonly SnapshotPlace[],
  faults: string[],
): Promise<{ replayedFrom: number; stateHash: string | undefined }> {
  const states = new Map(snapshots.map((snapshot) => [snapshot.sequence, snapshot.stateHash]))
  const oldest = prunedTo === 0 ? undefined : snapshots[0]
  const from = oldest ?? beginningOf(head.shard)
  try {
    if (prunedTo > from.sequence)
      throw new Error(`the log is pruned up to ${prunedTo} and has no earlier snapshot`)
    const engine = oldest ? (await openSnapshot(reader, oldest)).engine : createEngine()
    const onBatch = ({ sequence }: Place): void => {
      const expected = states.get(sequence)
      if (expected !== undefined && engine.stateHash() !== expected)
        faults.push(`the state at ${sequence} is not that of its snapshot`)
    }
    await replay(reader, engine, from, head, { onBatch })
    return { replayedFrom: from.sequence, stateHash: engine.stateHash() }
  } catch (error) {
    faults.push(`replay from ${from.sequence}: ${messageOf(error)}`)
    return { replayedFrom: from.sequence, stateHash: undefined }
  }
}
