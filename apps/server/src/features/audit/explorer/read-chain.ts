import { genesis } from '@fairlot/proof'
import type { Tx } from '#platform/db'
import { type Checkpoint, readHead, readLastCheckpoint } from '../store.ts'
import { readLastVerified, readSegments } from './store.ts'

const halfHourMs = 30 * 60_000
const segments = 48

export const showCheckpoint = ({ sequence, head, signedAt, publicKey, signature }: Checkpoint) => ({
  sequence: Number(sequence),
  head,
  signedAt: signedAt.toISOString(),
  publicKey: Buffer.from(publicKey).toString('base64'),
  signature: Buffer.from(signature).toString('base64'),
})

/** The data of the strip above the explorer. It shows what is signed; the browser checks the hashes itself. */
export async function readChain(tx: Tx, now: Date) {
  const from = new Date(Math.floor(now.getTime() / halfHourMs) * halfHourMs - (segments - 1) * halfHourMs)
  const [head, last, parts, verified] = await Promise.all([
    readHead(tx),
    readLastCheckpoint(tx),
    readSegments(tx, from, segments),
    readLastVerified(tx),
  ])
  const signedTo = last?.sequence ?? 0n
  return {
    sequence: Number(head?.sequence ?? 0n),
    head: head?.hash ?? genesis,
    checkpoint: last ? showCheckpoint(last) : null,
    segments: parts.map((part) => ({
      from: part.from.toISOString(),
      first: part.first === null ? null : Number(part.first),
      last: part.last === null ? null : Number(part.last),
      signed: part.last !== null && part.last <= signedTo,
    })),
    lastVerified: verified
      ? {
          at: verified.at.toISOString(),
          by: verified.by,
          sequence: verified.details.sequence,
          seconds: verified.details.seconds,
          ok: verified.details.ok,
        }
      : null,
  }
}
