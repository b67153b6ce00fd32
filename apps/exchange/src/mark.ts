// What a process knows of a shard's log: the newest place that PostgreSQL confirmed to it. The database must have that place, or a later
// one on the same chain; otherwise it went back in time, and matching would give the same numbers to another history.

import { genesis } from '@fairlot/proof'

export interface Mark {
  /** The installation whose database it is. */
  readonly installation: string
  /** Grows when the owner of the database accepts another log than was known. */
  readonly history: number
  readonly epoch: number
  readonly sequence: number
  /** The heads of the two chains. */
  readonly hash: string
  readonly kept: string
}

/** What the log says about the place of a mark: batches of quotes alone may be pruned, the second chain is complete. */
export interface LinkAt {
  readonly hash: string | undefined
  readonly kept: string | undefined
  readonly isPruned: boolean
}

/** The log went back, or another process said so. Ends when the owner of the database accepts the log. */
export class LogWentBack extends Error {}

/** Why `seen` cannot be what became of `known`; undefined when it can. */
export async function whyBack(
  known: Mark,
  seen: Mark,
  linkAt: (sequence: number) => Promise<LinkAt>,
): Promise<string | undefined> {
  if (known.installation !== seen.installation || known.history < seen.history) return undefined
  if (known.history > seen.history)
    return `a log of history ${known.history} was accepted, the database has history ${seen.history}`
  if (seen.epoch < known.epoch) return `epoch ${known.epoch} was given, the database is at ${seen.epoch}`
  if (seen.sequence < known.sequence)
    return `the log was committed up to ${known.sequence}, the database ends at ${seen.sequence}`
  if (seen.sequence === known.sequence)
    return seen.hash === known.hash ? undefined : `the log has another hash at ${known.sequence}`
  // Nothing was committed yet: every log begins there.
  if (known.sequence === 0) return undefined
  const link = await linkAt(known.sequence)
  if (link.hash === undefined && !link.isPruned) return `no batch of the log ends at ${known.sequence}`
  if ((link.hash ?? known.hash) !== known.hash || (link.kept ?? genesis) !== known.kept)
    return `the log has another hash at ${known.sequence}`
  return undefined
}
