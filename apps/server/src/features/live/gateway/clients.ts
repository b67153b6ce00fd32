// The open sockets: which have not said hello yet, which are guests, and whether there is room for one more.

import { FEED_FULL } from '@fairlot/contract/live'
import type { LiveLimits } from '#platform/config'
import type { ClientConnection } from './client-connection.ts'
import type { Traffic } from './traffic.ts'

const helloLimitMs = 5_000
/** Standard close code: policy violation. */
const refused = 1008

export interface Clients {
  readonly open: ReadonlySet<ClientConnection>
  guests(): number
  hasRoom(): boolean
  add(client: ClientConnection): void
  /** The client has said hello. False: it is a guest too many, and its socket is closed. */
  greet(client: ClientConnection): boolean
  refuse(client: ClientConnection, why: string): void
  close(client: ClientConnection, code: number, why: string): void
  forget(client: ClientConnection): void
  endUnauthenticated(): void
}

export function openClients(
  limits: LiveLimits,
  traffic: Traffic,
  now: () => number,
  onGone: (client: ClientConnection) => void,
): Clients {
  const open = new Set<ClientConnection>()
  const guests = new Set<ClientConnection>()
  /** Connections that have not said hello, the oldest first. */
  const unauthenticated = new Set<ClientConnection>()
  const maxGuests = limits.max - limits.memberReserve

  const forget = (client: ClientConnection): void => {
    if (!open.delete(client)) return
    guests.delete(client)
    unauthenticated.delete(client)
    onGone(client)
  }
  const close = (client: ClientConnection, code: number, why: string): void => {
    forget(client)
    client.socket.close(code, why)
  }
  const refuse = (client: ClientConnection, why: string): void => {
    if (client.isGone) return
    traffic.refused++
    close(client, refused, why)
  }

  return {
    open,
    guests: () => guests.size,
    /** A full gateway closes the socket that has waited longest without a hello: a member may be next. */
    hasRoom() {
      if (open.size < limits.max) return true
      const [oldest] = unauthenticated
      if (oldest === undefined) return false
      traffic.refused++
      close(oldest, FEED_FULL, 'no room')
      return true
    },
    add(client) {
      open.add(client)
      unauthenticated.add(client)
    },
    greet(client) {
      unauthenticated.delete(client)
      if (client.memberId !== undefined) guests.delete(client)
      else if (guests.size >= maxGuests && !guests.has(client)) {
        traffic.refused++
        close(client, FEED_FULL, 'no room for guests')
        return false
      } else guests.add(client)
      client.isGreeted = true
      return true
    },
    refuse,
    close,
    forget,
    endUnauthenticated() {
      for (const client of unauthenticated) {
        if (now() - client.joinedAt > helloLimitMs) refuse(client, 'no hello')
      }
    },
  }
}
