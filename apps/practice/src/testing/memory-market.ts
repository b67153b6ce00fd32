// A whole day of the practice market in memory: the real engine, the real participants, a clock that is only a number.
// Product code of the practice market never uses the engine; this is for its tests.

import { createEngine, type Engine } from '@fairlot/engine'
import type { Command, VenueEvent } from '@fairlot/contract/venue'
import { type CalendarName, phasesOf, sessionHours } from '@fairlot/rules/calendar'
import { practiceSeats } from '@fairlot/rules/members'
import type { InstrumentFacts } from '../instruments.ts'
import { createParticipants, type Participants } from '../participants.ts'

export interface DayOptions {
  readonly instruments: readonly InstrumentFacts[]
  readonly calendar: CalendarName
  readonly date: string
  readonly seed: string
  readonly intensity?: number
  readonly haltsPerDay?: number
  /** Receives all commands and events, in order. */
  readonly onEvent?: (event: VenueEvent, at: number) => void
  readonly onCommand?: (command: Command, at: number) => void
  /** Once a second, after the commands of that second. */
  readonly onSecond?: (at: number, engine: Engine, participants: Participants) => void
  /** Continues with these instead of new ones: for the next day. */
  readonly continued?: { readonly engine: Engine; readonly participants: Participants }
  /** Stops after this many milliseconds of the day. */
  readonly forMs?: number
}

export interface RunDay {
  readonly engine: Engine
  readonly participants: Participants
}

export function runDay(options: DayOptions): RunDay {
  const { instruments, calendar, date } = options
  const participants =
    options.continued?.participants ??
    createParticipants({
      instruments,
      seats: practiceSeats,
      seed: options.seed,
      calendar,
      intensity: options.intensity ?? 1,
      haltsPerDay: options.haltsPerDay ?? 1.5,
    })
  const engine = options.continued?.engine ?? createEngine()
  const hear = (events: readonly VenueEvent[], at: number): void => {
    for (const event of events) {
      participants.observe(event, at)
      options.onEvent?.(event, at)
    }
  }
  const ask = (command: Command, at: number): void => {
    options.onCommand?.(command, at)
    hear(engine.apply(command, at), at)
  }

  const changes = phasesOf(calendar, date)
  const first = changes[0]!.at
  if (!options.continued) {
    const list = instruments.map(({ symbol, kind, reference, limited }) => ({
      symbol,
      instrument: kind,
      reference,
      limited,
    }))
    ask({ kind: 'list', instruments: list }, first)
  }
  // With the auction of odd lots after the close.
  const over = sessionHours(calendar, date).overAt
  const end = Math.min(
    Math.max(over, changes.at(-1)!.at) + 240_000,
    first + (options.forMs ?? Number.POSITIVE_INFINITY),
  )
  let next = 0
  for (let at = first; at <= end; at += 1_000) {
    while (changes[next] && changes[next]!.at <= at) {
      const { phase, oddAuction } = changes[next]!
      const until = changes[next + 1]?.at
      const odd = {
        ...(phase === 'opening-call' && { odd: true as const }),
        ...(oddAuction && { oddAuction }),
      }
      ask({ kind: 'phase', date, phase, seed: date, ...(until !== undefined && { until }), ...odd }, at)
      next += 1
    }
    const due = engine.dueAt()
    if (due !== undefined && due <= at) ask({ kind: 'time' }, at)
    for (const { command } of participants.decide(at)) ask(command, at)
    options.onSecond?.(at, engine, participants)
  }
  return { engine, participants }
}
