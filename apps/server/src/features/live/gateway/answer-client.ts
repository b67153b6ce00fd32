// What a client says, and what the gateway does about it: a hello with or without a ticket, then the symbols it watches.

import type { Duplex } from 'node:stream'
import type { ServerFrame } from '@fairlot/contract/live'
import { lives } from '@fairlot/rules/auth'
import type { WebSocket } from 'ws'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import { hashTicket } from '../open-feed.ts'
import { ClientConnection } from './client-connection.ts'
import { readClientFrame } from './client-frame.ts'
import type { Clients } from './clients.ts'
import type { ExecutedFeed } from './executed-feed.ts'
import type { MemberEventFeed } from './member-event-feed.ts'
import type { QuoteSource } from './quote-source.ts'
import type { SessionWatch } from './session-watch.ts'
import { useTicket } from './store.ts'
import type { TickScheduler } from './tick-scheduler.ts'
import type { Traffic } from './traffic.ts'

export interface AnswerDeps {
  readonly clients: Clients
  readonly quotes: QuoteSource
  readonly own: MemberEventFeed
  readonly executed: ExecutedFeed
  readonly sessions: SessionWatch
  readonly scheduler: TickScheduler<ClientConnection>
  readonly traffic: Traffic
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly now: () => number
}

/** `line` is the stream below `socket`. */
export function answerClient(deps: AnswerDeps, socket: WebSocket, line: Duplex): void {
  const { clients, quotes, traffic, now } = deps
  const client = new ClientConnection(socket, line, quotes, traffic, now())
  clients.add(client)
  socket.on('message', (data, isBinary) => {
    if (isBinary || !client.mayTalk(now()))
      return clients.refuse(client, isBinary ? 'wrong frame' : 'too frequent')
    // With the default binaryType a text arrives as one Buffer.
    listen(deps, client, (data as Buffer).toString('utf8'))
  })
  // A broken connection reports an error first; `close` follows.
  socket.on('error', () => undefined)
  socket.on('close', () => clients.forget(client))
}

function listen(deps: AnswerDeps, client: ClientConnection, text: string): void {
  const { clients, quotes, scheduler, log, now } = deps
  const frame = readClientFrame(text)
  if (frame === undefined) return clients.refuse(client, 'wrong frame')
  if (frame === 'too-many') return clients.refuse(client, 'too many symbols')
  if (frame.t === 'hello') {
    void authenticate(deps, client, frame.ticket, frame.own)
    return
  }
  if (!client.isGreeted) return clients.refuse(client, 'hello first')
  client.watch(frame.rows, frame.detail, frame.idx, now())
  scheduler.schedule(client)
  // Send known values at once and the others as soon as they are read: the first price must not wait half a second.
  client.tick(now())
  void quotes.fill().then(
    () => client.tick(now()),
    (error: unknown) => log.warn({ err: error }, 'quotes could not be read'),
  )
}

async function authenticate(
  deps: AnswerDeps,
  client: ClientConnection,
  ticket: string | undefined,
  seen: number | undefined,
): Promise<void> {
  const { clients, own, scheduler, clock, log } = deps
  try {
    if (ticket !== undefined && client.memberId === undefined) await admit(deps, client, ticket, seen)
  } catch (error) {
    // The client stays a guest, who sees prices, and asks for another ticket.
    log.warn({ err: error }, 'a ticket could not be checked')
  }
  if (client.isGone || !clients.greet(client)) return
  const hello: ServerFrame = {
    t: 'hello',
    member: client.memberId !== undefined,
    own: client.own,
    now: clock.now().getTime(),
  }
  client.send(JSON.stringify(hello))
  scheduler.schedule(client)
  // A failed read is tried again in the next round.
  if (client.isOwnBehind) await own.catchUp(client).catch(() => undefined)
}

async function admit(
  { own, executed, sessions, db, clock }: AnswerDeps,
  client: ClientConnection,
  ticket: string,
  seen: number | undefined,
): Promise<void> {
  const seenSince = new Date(clock.now().getTime() - lives.sessionIdleMs)
  const admission = await useTicket(db, hashTicket(ticket), seenSince)
  if (admission === undefined || client.isGone || client.memberId !== undefined) return
  await executed.start()
  await own.join(client, admission.memberId, seen)
  if (client.isGone) return
  client.sessionId = admission.sessionId
  sessions.add(client, admission.sessionId)
}
