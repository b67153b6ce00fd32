// Rebuilds the engine from PostgreSQL: a snapshot, and the log after it applied again at the original times. Every
// batch must yield the hash it was written with. A snapshot that does not verify, or does not lead to the head, is
// skipped for an older one; when none leads there, the shard stays down.

import { createEngine, type Engine, restoreEngine } from '@fairlot/engine'
import { applyCommands, sealBatch } from './batch.ts'
import { beginningOf, digestOf, type Place } from './chain.ts'
import { type LogReader, type SnapshotPlace, type StoredBatch, StoreFault } from './store.ts'

export class BrokenLog extends Error {}

/** Creates engines; a test passes one that fails. */
export interface Engines {
  readonly create: typeof createEngine
  readonly restore: typeof restoreEngine
}
export const realEngines: Engines = { create: createEngine, restore: restoreEngine }

export interface Recovered {
  readonly engine: Engine
  readonly place: Place
  /** The sequence of the snapshot it began with; 0 for the beginning. */
  readonly from: number
  /** Set when there is no batch after the snapshot: the next batch then contains its hash. */
  readonly snapshotHash: string | undefined
  /** Skipped snapshots, and why. */
  readonly doubts: readonly string[]
}

export async function recover(
  reader: LogReader,
  target: Place,
  engines: Engines = realEngines,
): Promise<Recovered> {
  const doubts: string[] = []
  const doubt = (sequence: number, problem: unknown): void => {
    doubts.push(
      `from ${sequence === 0 ? 'the beginning' : `the snapshot at ${sequence}`}: ${problem instanceof Error ? problem.message : String(problem)}`,
    )
  }
  for (const snapshot of await reader.snapshots()) {
    try {
      const { engine, digest } = await openSnapshot(reader, snapshot, engines)
      const place = await replay(reader, engine, snapshot, target, { snapshotHash: digest })
      const snapshotHash = place.sequence === snapshot.sequence ? digest : undefined
      return { engine, place, from: snapshot.sequence, snapshotHash, doubts }
    } catch (error) {
      if (!isDoubt(error)) throw error
      doubt(snapshot.sequence, error)
    }
  }
  if ((await reader.pruned()).length === 0) {
    try {
      const engine = engines.create()
      const place = await replay(reader, engine, beginningOf(target.shard), target)
      return { engine, place, from: 0, snapshotHash: undefined, doubts }
    } catch (error) {
      if (!isDoubt(error)) throw error
      doubt(0, error)
    }
  }
  throw new BrokenLog(`shard ${target.shard} does not come out as it was written: ${doubts.join('; ')}`)
}

/** A broken connection does not make the log doubtful; a page PostgreSQL cannot read does. */
const isDoubt = (error: unknown): boolean => !(error instanceof StoreFault) || error.isDamage

export async function openSnapshot(
  reader: LogReader,
  snapshot: SnapshotPlace,
  engines: Engines = realEngines,
): Promise<{ engine: Engine; digest: string }> {
  const state = await reader.snapshotState(snapshot.sequence)
  const engine = engines.restore(state)
  const found = engine.stateHash()
  if (found !== snapshot.stateHash)
    throw new BrokenLog(`its state has the hash ${found} and not ${snapshot.stateHash}`)
  return { engine, digest: digestOf(state) }
}

const batchesAtOnce = 50

/** Applies the log from `from` to `target`, checking each batch. */
export async function replay(
  reader: LogReader,
  engine: Engine,
  from: Place,
  target: Place,
  { snapshotHash, onBatch }: { snapshotHash?: string; onBatch?: (after: Place) => void } = {},
): Promise<Place> {
  let place = from
  let vouchedFor = snapshotHash
  while (place.sequence < target.sequence) {
    const batches = await reader.batches(place.sequence, batchesAtOnce)
    const last = batches.at(-1)
    if (!last) throw new BrokenLog(`the log ends at ${place.sequence}, the shard is at ${target.sequence}`)
    const commands = await reader.commands(place.sequence, last.last)
    let taken = 0
    for (const batch of batches) {
      if (vouchedFor !== undefined && (batch.snapshotHash ?? vouchedFor) !== vouchedFor)
        throw new BrokenLog(`the chain vouches for another snapshot at ${place.sequence}`)
      vouchedFor = undefined
      const count = batch.last - place.sequence
      const texts = commands.slice(taken, taken + count)
      taken += count
      place = await replayBatch(engine, place, batch, texts)
      onBatch?.(place)
    }
  }
  if (place.hash !== target.hash || place.kept !== target.kept || place.event !== target.event)
    throw new BrokenLog(`it leads to ${place.hash} at ${place.sequence}, the shard is at ${target.hash}`)
  return place
}

async function replayBatch(
  engine: Engine,
  before: Place,
  batch: StoredBatch,
  commands: readonly { readonly sequence: number; readonly text: string }[],
): Promise<Place> {
  const contiguous =
    batch.first === before.sequence + 1 &&
    batch.firstEvent === before.event + 1 &&
    commands.length === batch.last - before.sequence &&
    commands.every(({ sequence }, index) => sequence === batch.first + index)
  if (!contiguous) throw new BrokenLog(`there is a gap after ${before.sequence}`)
  if (batch.at < before.at) throw new BrokenLog(`time goes back at ${batch.first}`)
  const applied = applyCommands(
    engine,
    before,
    commands.map(({ text }) => text),
    batch.at,
  )
  const { after } = await sealBatch(before, applied, batch)
  if (after.hash !== batch.hash || after.event !== batch.lastEvent)
    throw new BrokenLog(`the batch ${batch.first} to ${batch.last} comes out differently`)
  return after
}
