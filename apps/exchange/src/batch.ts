// One batch: the engine applied to some commands at one time, and the link that seals the result. The live loop,
// recovery and verification all use this, so a replay that differs is always noticed.

import { type Command, isMemberAccount, type VenueEvent } from '@fairlot/contract/venue'
import type { Engine } from '@fairlot/engine'
import { readCommand } from './command-text.ts'
import { type BatchLink, linkBatch, type LoggedCommand, type LoggedEvent, type Place } from './chain.ts'
import { mayCommandGo, mayEventGo } from './retention.ts'

/** The engine threw on a command: its state is unknown from here on. */
export class EngineFault extends Error {
  /** The index of the failing text. */
  readonly index: number
  readonly kind: Command['kind']

  constructor(index: number, kind: Command['kind'], cause: unknown) {
    super(`the engine failed on "${kind}": ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.index = index
    this.kind = kind
  }
}

export interface AppliedEvent extends LoggedEvent {
  readonly kind: string
  readonly symbol: string | undefined
}

export interface Applied {
  readonly commands: readonly LoggedCommand[]
  readonly events: readonly AppliedEvent[]
  readonly malformed: number
  /** A day ended: a good moment for a snapshot. */
  readonly endsDay: boolean
  /** A member's order filled. */
  readonly fillsMember: boolean
}

/**
 * Applies texts in order until all are done or the events of the batch reach `maxBytes`. A batch is one message of the
 * log downstream, and NATS has a limit; a single command may still exceed it.
 */
export function applyCommands(
  engine: Engine,
  before: Place,
  texts: readonly string[],
  at: number,
  maxBytes = Number.POSITIVE_INFINITY,
): Applied {
  const commands: LoggedCommand[] = []
  const events: AppliedEvent[] = []
  let malformed = 0
  let bytes = 0
  let endsDay = false
  let fillsMember = false
  for (const text of texts) {
    if (bytes >= maxBytes) break
    const sequence = before.sequence + commands.length + 1
    const command = readCommand(text)
    commands.push({ sequence, practice: mayCommandGo(command), text })
    if (!command) {
      malformed += 1
      continue
    }
    for (const event of applyOne(engine, command, at, commands.length - 1)) {
      const body = JSON.stringify(event)
      bytes += body.length
      if (event.kind === 'phase' && event.phase === 'closed') endsDay = true
      if (event.kind === 'traded' || event.kind === 'odd-traded')
        fillsMember ||= isMemberAccount(event.buyAccount) || isMemberAccount(event.sellAccount)
      events.push({
        event: before.event + events.length + 1,
        sequence,
        practice: mayEventGo(event),
        kind: event.kind,
        symbol: 'symbol' in event ? event.symbol : undefined,
        body,
      })
    }
  }
  return { commands, events, malformed, endsDay, fillsMember }
}

function applyOne(engine: Engine, command: Command, at: number, index: number): readonly VenueEvent[] {
  try {
    return engine.apply(command, at)
  } catch (error) {
    throw new EngineFault(index, command.kind, error)
  }
}

export interface SealedBatch extends Applied, BatchLink {
  readonly before: Place
  readonly after: Place
  readonly epoch: number
  readonly snapshotHash: string | undefined
}

export async function sealBatch(
  before: Place,
  applied: Applied,
  { epoch, at, snapshotHash }: { epoch: number; at: number; snapshotHash: string | undefined },
): Promise<SealedBatch> {
  const last = before.sequence + applied.commands.length
  const lastEvent = before.event + applied.events.length
  const { commands, events } = applied
  const link = await linkBatch(before, { epoch, at, last, lastEvent, commands, events, snapshotHash })
  const after: Place = {
    shard: before.shard,
    sequence: last,
    event: lastEvent,
    at,
    hash: link.hash,
    kept: link.keptHead ?? before.kept,
  }
  return { ...applied, ...link, before, after, epoch, snapshotHash }
}
