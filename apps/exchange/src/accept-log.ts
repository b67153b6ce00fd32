// node main.ts accept-log [<shard> <sequence> <hash> <who and why>]: without arguments it shows what is open. An operator compares, and
// names the head they accept; processes then forget what they knew of the log before.

import { type BreakRow, openBreakStore } from './break-store.ts'

/** False when shards are still halted. */
export async function acceptLog(
  ownerUrl: string,
  [shard, sequence, hash, ...note]: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const store = await openBreakStore(ownerUrl)
  try {
    if (shard !== undefined) {
      if (sequence === undefined || hash === undefined || note.length === 0) {
        print('usage: accept-log <shard> <sequence> <hash> <who and why>')
        return false
      }
      const history = await store.accept(Number(shard), Number(sequence), hash, note.join(' '))
      print(`shard ${shard} goes on from sequence ${sequence}: history ${history}`)
    }
    const open = await store.open()
    for (const line of open.map(lineOf)) print(line)
    if (open.length === 0) print('no shard is halted')
    return open.length === 0
  } finally {
    await store.close()
  }
}

const lineOf = (row: BreakRow): string =>
  [
    `shard ${row.shard} is halted since ${row.foundAt.toISOString()}: ${row.why}.`,
    `${row.host} knew sequence ${row.knownSequence} of epoch ${row.knownEpoch} with hash ${row.knownHash}.`,
    `The database ends at sequence ${row.sequence} with hash ${row.hash}.`,
  ].join(' ')
