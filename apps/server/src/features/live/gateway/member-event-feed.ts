// Sends a member's events, in order and without a gap, to each of their clients. NATS signals new events; PostgreSQL
// has their content, with one read for all members signalled at the same moment.

import type { Subjects } from '@fairlot/contract/venue'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { ClientConnection } from './client-connection.ts'
import { readBehind, readManyOwnAfter, readNewestOwn, readOwnAfter, type StoredEvent } from './store.ts'

const page = 50
/** Members signalled within this time are read together. */
const gatherMs = 15
/** A client further behind than this reloads its lists instead. */
const tooFar = 500

export interface MemberEventFeed {
  /** Whether a member is connected here. */
  hasMembers(): boolean
  clientsOf(memberId: string): readonly ClientConnection[]
  /** From now on the client belongs to this member, and `client.own` is the number it continues from. */
  join(client: ClientConnection, memberId: string, seen: number | undefined): Promise<void>
  catchUp(client: ClientConnection): Promise<void>
  leave(client: ClientConnection): void
  /** Sends what slow clients have missed. */
  retry(now: number): Promise<void>
  /** Finds events whose signal NATS lost, for all members connected here. */
  reread(now: number): Promise<void>
}

/** The members connected here, each with one subscription for all their clients. */
function openListeners(bus: Bus, subjects: Subjects, onSignal: (memberId: string) => void) {
  const members = new Map<string, { readonly clients: Set<ClientConnection>; readonly detach: () => void }>()
  return {
    has: (memberId: string): boolean => members.has(memberId),
    hasAny: (): boolean => members.size > 0,
    clientsOf: (memberId: string): ClientConnection[] => [...(members.get(memberId)?.clients ?? [])],
    all: (): ClientConnection[] => [...members.values()].flatMap(({ clients }) => [...clients]),
    add(client: ClientConnection, memberId: string): void {
      const known = members.get(memberId)
      if (known) return void known.clients.add(client)
      const detach = bus.subscribe(subjects.own(memberId), () => onSignal(memberId))
      members.set(memberId, { clients: new Set([client]), detach })
    },
    remove(client: ClientConnection): void {
      if (client.memberId === undefined) return
      const listening = members.get(client.memberId)
      if (!listening?.clients.delete(client) || listening.clients.size > 0) return
      listening.detach()
      members.delete(client.memberId)
    },
  }
}

/** Gathers the signalled members for a moment and reads them together, one read at a time. */
function gatherSignals(read: (memberIds: readonly string[]) => Promise<void>): (memberId: string) => void {
  const woken = new Set<string>()
  let gathering: NodeJS.Timeout | undefined
  let inFlight: Promise<void> | undefined
  const wake = (memberId: string): void => {
    woken.add(memberId)
    if (gathering !== undefined || inFlight !== undefined) return
    gathering = setTimeout(() => {
      gathering = undefined
      const ids = [...woken]
      woken.clear()
      inFlight = read(ids).finally(() => {
        inFlight = undefined
        const [waiting] = woken
        if (waiting !== undefined) wake(waiting)
      })
    }, gatherMs)
  }
  return wake
}

/** Sends one client all it has missed. */
function openReads(db: Db) {
  const reading = new Set<ClientConnection>()
  const catchUp = async (client: ClientConnection, now: number): Promise<void> => {
    if (reading.has(client)) return
    reading.add(client)
    try {
      while (client.memberId !== undefined && !client.isGone && !client.isFull) {
        const found = await readOwnAfter(db, client.memberId, client.own, page)
        const events = found.filter(({ n }) => n > client.own)
        if (events.length > 0) {
          client.own = events.at(-1)!.n
          client.sendOwn(events, now)
        }
        if (found.length < page) {
          client.isOwnBehind = false
          return
        }
      }
    } finally {
      reading.delete(client)
    }
  }
  return { reading, catchUp }
}

export function openMemberEventFeed(
  bus: Bus,
  subjects: Subjects,
  db: Db,
  clock: () => number,
): MemberEventFeed {
  const { reading, catchUp } = openReads(db)
  const wake = gatherSignals((ids) => readWoken(ids.filter((id) => listeners.has(id))))
  const listeners = openListeners(bus, subjects, wake)

  /**
   * Sends the events that follow the client's number without a gap; if there is a gap, the client gets its own read.
   */
  const give = (client: ClientConnection, events: readonly StoredEvent[]): void => {
    const news = events.filter(({ n }) => n > client.own)
    if (news.length === 0) return
    if (reading.has(client)) return wake(client.memberId!)
    if (client.isFull || news[0]!.n !== client.own + 1) {
      client.isOwnBehind = true
      void catchUp(client, clock()).catch(() => undefined)
      return
    }
    client.own = news.at(-1)!.n
    client.sendOwn(news, clock())
    if (news.length === page) client.isOwnBehind = true
  }

  const readWoken = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return
    const { clientsOf } = listeners
    const min = ids.map((id) => Math.min(...clientsOf(id).map(({ own }) => own)))
    try {
      const found = Map.groupBy(await readManyOwnAfter(db, ids, min, page), ({ memberId }) => memberId)
      for (const [id, rows] of found) {
        const events = rows.map(({ memberId: _member, ...event }) => event)
        for (const client of clientsOf(id)) give(client, events)
      }
    } catch {
      // The gateway's next round tries again.
      for (const id of ids) for (const client of clientsOf(id)) client.isOwnBehind = true
    }
  }

  return {
    hasMembers: listeners.hasAny,
    clientsOf: listeners.clientsOf,
    async join(client, memberId, seen) {
      const newest = await readNewestOwn(db, memberId)
      const canResume = seen !== undefined && seen <= newest && newest - seen <= tooFar
      client.own = canResume ? seen : newest
      // The client may have disconnected during the read.
      if (client.isGone) return
      client.memberId = memberId
      listeners.add(client, memberId)
      client.isOwnBehind = true
    },
    catchUp: (client) => catchUp(client, clock()),
    leave: (client) => listeners.remove(client),
    async retry(now) {
      for (const client of listeners.all()) if (client.isOwnBehind) await catchUp(client, now)
    },
    async reread(now) {
      const clients = listeners.all()
      if (clients.length === 0) return
      const behind = new Set(
        await readBehind(
          db,
          clients.map(({ memberId }) => memberId!),
          clients.map(({ own }) => own),
        ),
      )
      for (const client of clients) if (behind.has(client.memberId!)) await catchUp(client, now)
    },
  }
}
