// One statement asks PostgreSQL several times a second which loops have work. An idle worker then runs this statement
// and no rounds. No message wakes a loop, so no lost message and no dishonest process can delay one.

import { pause } from '@fairlot/process/pause'
import type { Clock } from '../clock.ts'
import type { Db } from '../db.ts'

/** When a loop has work. The SQL is written in store.ts files and never built from input; `$1` in it is the time. */
export interface LoopWork {
  /** A condition: there is work as long as it is true. */
  readonly exists?: string
  /** A value: there is work when it has changed since the last round began. */
  readonly changes?: string
  /** The same without PostgreSQL, for work that the time brings. */
  isDue?(): boolean
}

export interface WatchedLoop {
  readonly name: string
  readonly work?: LoopWork
}

export interface WorkWatch {
  /** A round begins: what it can see by then is no new work for the next one. */
  begin(loop: WatchedLoop): void
  /** `isSeen`: the round ran here. Otherwise another worker ran one, and may die in it. */
  end(loop: WatchedLoop, isSeen: boolean): void
  /** Resolves when the loop has had work since its last round, and after `longestMs` in any case. */
  untilWork(loop: WatchedLoop, longestMs: number): Promise<void>
  stopped(): Promise<void>
}

interface LoopState {
  readonly work: LoopWork
  hasWork: boolean
  isRunning: boolean
  beganAt: number
  /** The newest value, and the one that the last round saw. */
  value: unknown
  valueAtBegin: unknown
  wake: () => void
}

/** Differs from every value. */
const unseen = Symbol('unseen')

type Answer = Readonly<Record<string, unknown>>

export function watchWork(
  db: Db,
  loops: readonly WatchedLoop[],
  clock: Clock,
  checkMs: number,
  signal: AbortSignal,
): WorkWatch {
  const states = new Map<string, LoopState>()
  for (const { name, work } of loops)
    if (work)
      states.set(name, {
        work,
        hasWork: false,
        isRunning: false,
        beganAt: 0,
        value: undefined,
        valueAtBegin: unseen,
        wake: () => undefined,
      })
  const text = statementOf([...states.values()])

  const check = async (): Promise<void> => {
    const began = performance.now()
    // Without an answer every loop runs as often as it may, and reports its own failure.
    const answer = await ask(db, text, clock).catch(() => undefined)
    for (const [index, state] of [...states.values()].entries()) note(state, index, answer, began)
  }
  const running = (async () => {
    while (!signal.aborted && states.size > 0) {
      await pause(checkMs, signal)
      if (!signal.aborted) await check()
    }
  })()

  return {
    begin({ name }) {
      const state = states.get(name)
      if (!state) return
      state.isRunning = true
      state.beganAt = performance.now()
      state.hasWork = false
      state.valueAtBegin = state.value
    },
    end({ name }, isSeen) {
      const state = states.get(name)
      if (!state) return
      state.isRunning = false
      if (!isSeen) state.valueAtBegin = unseen
    },
    async untilWork({ name }, longestMs) {
      const state = states.get(name)
      if (!state || state.hasWork) return
      const woken = new AbortController()
      const wake = (): void => woken.abort()
      state.wake = wake
      signal.addEventListener('abort', wake)
      if (!signal.aborted) await pause(longestMs, woken.signal)
      signal.removeEventListener('abort', wake)
      state.wake = () => undefined
    },
    stopped: () => running,
  }
}

/** An answer asked for before a round began may show work that the round has done. */
function note(state: LoopState, index: number, answer: Answer | undefined, askedAt: number): void {
  if (state.isRunning || state.beganAt > askedAt) return
  if (answer) state.value = answer[`changes${index}`]
  state.hasWork =
    answer === undefined ||
    answer[`exists${index}`] === true ||
    state.value !== state.valueAtBegin ||
    state.work.isDue?.() === true
  if (state.hasWork) state.wake()
}

async function ask(db: Db, text: string, clock: Clock): Promise<Answer> {
  const [row] = await db.query<Answer>(text, [clock.now()])
  return row!
}

const statementOf = (states: readonly LoopState[]): string =>
  `SELECT ${[
    '$1::timestamptz AS at',
    ...states.flatMap(({ work: { exists, changes } }, index) => [
      ...(exists === undefined ? [] : [`(${exists}) AS exists${index}`]),
      ...(changes === undefined ? [] : [`(${changes}) AS changes${index}`]),
    ]),
  ].join(', ')}`
