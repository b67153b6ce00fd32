// The periodic work of the gateway: it finds messages that NATS lost, sessions that ended, and sockets that never said
// hello. A round that fails is logged once and tried again.

import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { ExecutedFeed } from './executed-feed.ts'
import type { MemberEventFeed } from './member-event-feed.ts'
import type { QuoteSource } from './quote-source.ts'
import type { SessionWatch } from './session-watch.ts'
import { forgetOldTickets } from './store.ts'

const everyMs = 1_000
/** A full check runs once in this many rounds. */
const wholeRound = 15
const tidyRound = 60
/** Quotes sends a heartbeat every second; after this much silence a message may have been missed. */
const silenceMs = 5_000

export interface MaintenanceDeps {
  readonly quotes: QuoteSource
  readonly own: MemberEventFeed
  readonly executed: ExecutedFeed
  readonly sessions: SessionWatch
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  now(): number
  endUnauthenticated(): void
}

export function startMaintenance(deps: MaintenanceDeps): { stop(): Promise<void> } {
  const { quotes, own, executed, sessions, db, bus, clock, log, now } = deps
  let round = 0
  let wasAway = false
  let isFailing = false
  let running: Promise<void> | undefined

  // So long that a round sees every break, however short.
  const isAway = (): boolean => bus.connectedMs() < 2 * everyMs || now() - quotes.heardAt() > silenceMs

  const run = async (): Promise<void> => {
    round++
    deps.endUnauthenticated()
    const away = isAway()
    const isBack = wasAway && !away
    wasAway = away
    try {
      await sessions.endRevoked()
      await quotes.fill()
      await own.retry(now())
      await executed.read()
      if (isBack || round % wholeRound === 0) {
        quotes.tidy(now())
        await quotes.reread()
        await own.reread(now())
        await sessions.endAllNotOpen(clock.now())
      }
      if (round % tidyRound === 0) await forgetOldTickets(db)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'a run of the gateway failed')
      isFailing = true
    }
  }

  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined
    })
  }, everyMs)

  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
