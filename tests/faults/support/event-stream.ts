// The stream downstream of the exchange, read whole.

import { type Batch, subjectsOf } from '@fairlot/contract/venue'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'

/** Every batch the stream has, in its order; undefined when there is no stream. */
export async function readStream(natsUrl: string, namespace: string): Promise<readonly Batch[] | undefined> {
  const connection = await connect({ servers: natsUrl })
  try {
    const manager = await jetstreamManager(connection)
    const stream = subjectsOf(namespace).eventStream
    const info = await manager.streams.info(stream).catch(() => undefined)
    if (!info) return undefined
    const batches: Batch[] = []
    for (let seq = info.state.first_seq; seq > 0 && seq <= info.state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage(stream, { seq })
      if (message) batches.push(message.json<Batch>())
    }
    return batches
  } finally {
    await connection.close()
  }
}

/** Places where a batch does not follow the one before it in the stream, by sequence, event number and hash. */
export function gapsOf(batches: readonly Batch[]): readonly Batch[] {
  return batches.filter((batch, index) => {
    const before = batches[index - 1]
    if (!before) return false
    return (
      batch.first !== before.last + 1 ||
      batch.previous !== before.hash ||
      batch.firstEvent !== before.firstEvent + before.events.length
    )
  })
}
