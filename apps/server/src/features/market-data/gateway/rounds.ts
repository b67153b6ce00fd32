// What the gateway does by the clock and not by a message: look for what NATS lost, for sessions that ended, for
// sockets that never said who they are. A round that fails is said once and tried again.

import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { OwnFeed } from './own-feed.ts'
import type { PriceBoard } from './price-board.ts'
import type { SessionWatch } from './session-watch.ts'
import { forgetOldTickets } from './store.ts'

const everyMs = 1_000
/** Every so many rounds everything is looked through. */
const wholeRound = 15
const tidyRound = 60
/** Quotes beats every second; after such a silence something may have been missed. */
const silenceMs = 5_000

export interface RoundsDeps {
  readonly board: PriceBoard
  readonly own: OwnFeed
  readonly sessions: SessionWatch
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  now(): number
  endUngreeted(): void
}

export function startRounds(deps: RoundsDeps): { stop(): Promise<void> } {
  const { board, own, sessions, db, bus, clock, log, now } = deps
  let round = 0
  let wasAway = false
  let isFailing = false
  let running: Promise<void> | undefined

  const isAway = (): boolean => !bus.isConnected() || now() - board.heardAt() > silenceMs

  const run = async (): Promise<void> => {
    round++
    deps.endUngreeted()
    const away = isAway()
    const isBack = wasAway && !away
    wasAway = away
    try {
      await sessions.endRevoked()
      await board.fill()
      await own.retry(now())
      if (isBack || round % wholeRound === 0) {
        board.tidy(now())
        await board.reread()
        await own.reread(now())
        await sessions.endAllNotOpen(clock.now())
      }
      if (round % tidyRound === 0) await forgetOldTickets(db)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'a round of the gateway failed')
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
