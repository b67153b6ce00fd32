// Two chains over the batches of a shard. The first covers everything, in two parts: what stays, and the digest of what
// may be pruned, so that a batch can still be checked when its quotes are gone. The second covers only what stays and
// continues over batches that were pruned completely: removing a trade breaks it, removing a quote does not.

import { createHash } from 'node:crypto'
import { genesis, linkHash, type Sha256 } from '@fairlot/proof'

export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The position of a shard between two batches. */
export interface Place {
  readonly shard: number
  readonly sequence: number
  readonly event: number
  readonly at: number
  /** The heads of the two chains. */
  readonly hash: string
  readonly kept: string
}

export const beginningOf = (shard: number): Place => ({
  shard,
  sequence: 0,
  event: 0,
  at: 0,
  hash: genesis,
  kept: genesis,
})

export interface LoggedCommand {
  readonly sequence: number
  readonly practice: boolean
  readonly text: string
}

export interface LoggedEvent {
  readonly event: number
  /** The sequence of its command. */
  readonly sequence: number
  readonly practice: boolean
  readonly body: string
}

export interface BatchContent {
  readonly epoch: number
  readonly at: number
  readonly last: number
  readonly lastEvent: number
  readonly commands: readonly LoggedCommand[]
  readonly events: readonly LoggedEvent[]
  /** The SHA-256 of the snapshot stored just before the batch, if any. */
  readonly snapshotHash: string | undefined
}

export interface BatchLink {
  readonly hash: string
  /** Undefined when nothing in the batch stays. */
  readonly keptHead: string | undefined
  /** Undefined when nothing in it may be pruned. */
  readonly prunedHash: string | undefined
}

/** `prunedHash` is given when what it covers is pruned; otherwise it is computed from the rows. */
export async function linkBatch(
  before: Place,
  content: BatchContent,
  prunedHash?: string,
): Promise<BatchLink> {
  // Each entry with its length before it, so that one text cannot be read as two. Hashed unchanged: quoting hundreds of
  // JSON texts as JSON again would cost more than the hash itself.
  let stays = ''
  let goes = ''
  const add = (isPractice: boolean, name: string, text: string): void => {
    const entry = `${name} ${text.length}\n${text}\n`
    if (isPractice) goes += entry
    else stays += entry
  }
  for (const { practice, sequence, text } of content.commands) add(practice, `command ${sequence}`, text)
  for (const { practice, event, sequence, body } of content.events)
    add(practice, `event ${event} of ${sequence}`, body)
  const place = BigInt(content.last)
  const keptHead = stays === '' ? undefined : await linkHash(sha256, before.kept, place, [digestOf(stays)])
  const goesHash = prunedHash ?? (goes === '' ? undefined : digestOf(goes))
  const hash = await linkHash(sha256, before.hash, place, [
    `shard ${before.shard} epoch ${content.epoch} at ${content.at}`,
    `commands ${before.sequence + 1} to ${content.last}`,
    `events ${before.event + 1} to ${content.lastEvent}`,
    keptHead ?? before.kept,
    goesHash ?? '',
    content.snapshotHash ?? '',
  ])
  return { hash, keptHead, prunedHash: goesHash }
}
