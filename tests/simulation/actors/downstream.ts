// NATS downstream of the commit and one reader, like the quotes role: the exchange announces how far it has committed
// and waits for no reader. Announcements may be lost, repeated and reordered; the reader takes content from the store
// only.

import type { VenueEvent } from '@fairlot/contract/venue'
import { type Mailbox, newMailbox } from '../world/network.ts'
import type { Process, Routine } from '../world/scheduler.ts'
import { Aborted, CommitUnknown, type Transaction } from '../world/store.ts'
import { type BatchRow, type EventRow, keyOf, type QuoteRow, type QuoteTable, tables } from './rows.ts'
import type { Downstream, Simulation, Wake } from './simulation.ts'
import { shardRow } from './venue.ts'

export interface ReaderCursor {
  readonly sequence: number
  readonly event: number
  readonly hash: string
}

const watchMs = 4_000
const beginning: ReaderCursor = { sequence: 0, event: 0, hash: '0'.repeat(64) }

export function addDownstream(simulation: Simulation): Downstream {
  const { scheduler, network } = simulation
  const mailbox: Mailbox<Wake> = newMailbox()
  // oxlint-disable-next-line require-yield -- it only carries
  const nats = scheduler.addProcess('nats', 'log', function* boot() {})
  const reader = scheduler.addProcess('reader', 'reader', (own) => read(simulation, own, mailbox))
  reader.onCrash.push(() => {
    mailbox.messages.length = 0
    mailbox.reader = undefined
  })
  return {
    announce(wake) {
      network.send('wake', nats, () => network.post('wake', reader, mailbox, wake))
    },
  }
}

function* read(simulation: Simulation, process: Process, mailbox: Mailbox<Wake>): Routine {
  const { scheduler, store, shards } = simulation
  mailbox.reader = scheduler.current
  for (;;) {
    try {
      const wake = mailbox.messages.shift()
      if (wake) {
        if (wake.last > cursorOf(simulation, wake.shard).sequence)
          yield* refill(simulation, process, wake.shard)
        continue
      }
      yield { at: 'reader.sleep', ms: watchMs }
      if (mailbox.messages.length > 0) continue
      // No message may mean a lost message: compare the cursor with the exchange's last event.
      for (const shard of shards)
        if (cursorOf(simulation, shard).event < shardRow(store, shard).event)
          yield* refill(simulation, process, shard)
    } catch (error) {
      if (!(error instanceof Aborted || error instanceof CommitUnknown)) throw error
      yield { at: 'reader.again', ms: 300 }
    }
  }
}

export const cursorOf = ({ store }: Simulation, shard: number): ReaderCursor =>
  store.read<ReaderCursor>('market.cursors', `${shard}`) ?? beginning

function* refill(simulation: Simulation, process: Process, shard: number): Routine {
  const { store } = simulation
  for (;;) {
    yield { at: 'reader.refill' }
    const cursor = cursorOf(simulation, shard)
    const batch = [...store.table<BatchRow>(tables.batches).values()].find(
      (row) => row.shard === shard && row.first === cursor.sequence + 1,
    )
    if (!batch) return
    const bodies: string[] = []
    for (let event = batch.firstEvent; event <= batch.lastEvent; event += 1)
      bodies.push(store.read<EventRow>(tables.events, keyOf(shard, event))!.body)
    yield* take(simulation, process, batch, bodies)
  }
}

function* take(
  simulation: Simulation,
  process: Process,
  batch: BatchRow,
  bodies: readonly string[],
): Routine {
  const { store } = simulation
  const { shard } = batch
  yield* store.transaction(process, 'reader.apply', function* (tx) {
    yield* tx.lock(`market.cursors/${shard}`)
    yield* tx.statement('cursor')
    const cursor = tx.get<ReaderCursor>('market.cursors', `${shard}`) ?? beginning
    if (cursor.sequence !== batch.first - 1) return
    const events = bodies.map((body) => ({ body: JSON.parse(body) as VenueEvent }))
    yield* writeQuotes(tx, 'market.quotes', events)
    yield* tx.put('market.cursors', `${shard}`, {
      sequence: batch.last,
      event: batch.lastEvent,
      hash: batch.hash,
    })
  })
}

/** The reader keeps quotes for screens; settlement keeps its own, with its cursor, for decisions. */
export function* writeQuotes(
  tx: Transaction,
  table: QuoteTable,
  events: readonly { readonly body: VenueEvent }[],
): Routine {
  for (const { body } of events) {
    const after = quoteAfter(tx, table, body)
    if (after) yield* tx.put(table, after.symbol, after)
  }
}

function quoteAfter(tx: Transaction, table: QuoteTable, event: VenueEvent): QuoteRow | undefined {
  if (!('symbol' in event) || event.symbol === undefined) return undefined
  const before = tx.get<QuoteRow>(table, event.symbol)
  switch (event.kind) {
    case 'day':
      return {
        symbol: event.symbol,
        last: before?.last,
        reference: event.reference,
        upper: event.upper ?? 0,
        lower: event.lower ?? 0,
        date: event.date,
        state: 'opening-call',
        volume: before?.volume ?? 0,
        trades: before?.trades ?? 0,
      }
    case 'state':
      return before && { ...before, state: event.state }
    case 'traded':
      return (
        before && {
          ...before,
          last: event.price,
          volume: before.volume + event.quantity,
          trades: before.trades + 1,
        }
      )
    default:
      return undefined
  }
}
