// The only source of time, chance and order in a simulation. A component is a generator that yields wherever the real
// one would await; between two yields nothing else runs. The task whose wait ends first is resumed next, and those
// times are drawn from the seed: the same seed gives the same course, step by step.
//
// A crash drops the generators of a process without running any more of their code, as kill -9 does. The store keeps
// its content; the variables of the process are gone because nothing refers to them any more.

import { createRandom, type Random } from './random.ts'

/** A wait: where in the code, and how long at least. Without `ms` it is a short round trip of random length. */
export interface Await {
  readonly at: string
  readonly ms?: number
}

export type Routine<Result = void> = Generator<Await, Result, void>

export interface Task {
  readonly process: Process
  readonly routine: Routine
  at: string
  /** Counts its waits, so that an agenda entry overtaken by a wake is recognised as stale. */
  turn: number
  isEnded: boolean
}

export type ProcessKind = 'api' | 'exchange' | 'settler' | 'worker' | 'log' | 'reader' | 'phone' | 'seat'

export interface Process {
  readonly name: string
  readonly kind: ProcessKind
  isUp: boolean
  /** How far its clock is off, milliseconds. */
  skewMs: number
  readonly tasks: Set<Task>
  /** The code it runs from its start; called again after every crash. */
  readonly boot: (process: Process) => Routine
  /** The effects of its crash on the world: open transactions end, its connections are cut. */
  readonly onCrash: (() => void)[]
}

export const faultKinds = ['crash', 'stall', 'conflict', 'cut', 'cut-at-commit'] as const
export type FaultKind = (typeof faultKinds)[number]

/** How often each fault strikes, per wait. */
export interface FaultRates {
  readonly crash: number
  readonly stall: number
  readonly conflict: number
  readonly cut: number
}

export type Coverage = Map<string, Record<FaultKind | 'visits', number>>

const noVisits = (): Record<FaultKind | 'visits', number> => ({
  visits: 0,
  crash: 0,
  stall: 0,
  conflict: 0,
  cut: 0,
  'cut-at-commit': 0,
})

export interface SchedulerOptions {
  readonly seed: number
  readonly startsAt: number
  readonly rates: FaultRates
  readonly coverage: Coverage
}

interface Entry {
  readonly time: number
  readonly order: number
  readonly task: Task
  readonly turn: number
}

const crashable: readonly ProcessKind[] = ['api', 'exchange', 'settler', 'worker', 'log', 'reader', 'phone']

export class Scheduler {
  readonly random: Random
  readonly processes: Process[] = []
  now: number
  steps = 0
  /** FNV over which task was resumed where and when: two runs of one seed must end with the same value. */
  trace = 0x811c9dc5
  /** While false no fault is injected: the run winds down. */
  areFaultsOn = true
  current: Task | undefined
  readonly #rates: FaultRates
  readonly #coverage: Coverage
  readonly #agenda: Entry[] = []
  readonly #restarts: { readonly time: number; readonly process: Process }[] = []
  #order = 0

  constructor(options: SchedulerOptions) {
    this.random = createRandom(options.seed)
    this.now = options.startsAt
    this.#rates = options.rates
    this.#coverage = options.coverage
  }

  addProcess(name: string, kind: ProcessKind, boot: (process: Process) => Routine): Process {
    const process: Process = { name, kind, isUp: true, skewMs: 0, tasks: new Set(), boot, onCrash: [] }
    this.processes.push(process)
    this.start(process, boot(process))
    return process
  }

  /** The process's own wall clock. */
  clockOf = (process: Process): number => this.now + process.skewMs

  start(process: Process, routine: Routine, { at, ms }: Await = { at: `${process.kind}.start` }): Task {
    const task: Task = { process, routine, at, turn: 0, isEnded: false }
    process.tasks.add(task)
    this.#push(task, this.now + (ms ?? this.random.below(3)))
    return task
  }

  /** Ends a wait early. A task that is gone, or is running now, is not affected. */
  wake(task: Task): void {
    if (task.isEnded || task === this.current) return
    task.turn += 1
    this.#push(task, this.now)
  }

  crash(process: Process): void {
    for (const task of process.tasks) task.isEnded = true
    process.tasks.clear()
    process.isUp = false
    for (const notice of process.onCrash) notice()
    this.#restarts.push({ time: this.now + this.random.between(20, 3_000), process })
  }

  /** Resumes the next task. False when no task waits for anything. */
  step(): boolean {
    for (;;) {
      this.#restartDue()
      const entry = this.#pop()
      if (!entry) {
        const next = this.#restarts.toSorted((a, b) => a.time - b.time)[0]
        if (!next) return false
        this.now = Math.max(this.now, next.time)
        continue
      }
      const { task } = entry
      if (task.isEnded || entry.turn !== task.turn) continue
      this.now = Math.max(this.now, entry.time)
      this.#resume(task)
      return true
    }
  }

  /** Whether a fault occurs here; counted when it does. */
  strikes(fault: FaultKind, rate: number): boolean {
    if (!this.areFaultsOn || !this.random.chance(rate)) return false
    this.count(fault)
    return true
  }

  strikesConflict = (): boolean => this.strikes('conflict', this.#rates.conflict)
  strikesCut = (isAtCommit: boolean): boolean =>
    this.strikes(isAtCommit ? 'cut-at-commit' : 'cut', this.#rates.cut)

  count(what: FaultKind | 'visits'): void {
    const at = this.current?.at ?? 'outside'
    let row = this.#coverage.get(at)
    if (!row) this.#coverage.set(at, (row = noVisits()))
    row[what] += 1
  }

  #resume(task: Task): void {
    this.steps += 1
    this.current = task
    this.count('visits')
    this.#mix(task)
    const { process } = task
    if (crashable.includes(process.kind) && this.strikes('crash', this.#rates.crash)) {
      this.crash(process)
      this.current = undefined
      return
    }
    // The epoch exists for an exchange that hangs, so exchanges hang more often than other processes here.
    if (this.strikes('stall', this.#rates.stall * (process.kind === 'exchange' ? 12 : 1))) {
      this.current = undefined
      this.#push(task, this.now + this.random.between(500, 9_000))
      return
    }
    const result = task.routine.next()
    this.current = undefined
    if (task.isEnded) return
    if (result.done) {
      task.isEnded = true
      process.tasks.delete(task)
      return
    }
    task.at = result.value.at
    task.turn += 1
    const { ms } = result.value
    // Mostly quick, sometimes slow: a later message may arrive sooner.
    const latency = this.random.chance(0.05) ? this.random.between(5, 200) : this.random.between(0.1, 3)
    this.#push(task, this.now + (ms ?? latency))
  }

  #restartDue(): void {
    for (let index = this.#restarts.length - 1; index >= 0; index -= 1) {
      const { time, process } = this.#restarts[index]!
      if (time > this.now) continue
      this.#restarts.splice(index, 1)
      process.isUp = true
      this.start(process, process.boot(process))
    }
  }

  #mix({ at, process }: Task): void {
    const text = `${process.name} ${at} ${this.now}`
    let hash = this.trace
    for (let index = 0; index < text.length; index += 1)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    this.trace = hash >>> 0
  }

  #push(task: Task, time: number): void {
    if (time === Number.POSITIVE_INFINITY) return
    const agenda = this.#agenda
    const entry: Entry = { time, order: (this.#order += 1), task, turn: task.turn }
    let place = agenda.push(entry) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isSooner(entry, agenda[parent]!)) break
      agenda[place] = agenda[parent]!
      place = parent
    }
    agenda[place] = entry
  }

  #pop(): Entry | undefined {
    const agenda = this.#agenda
    const first = agenda[0]
    const last = agenda.pop()
    if (!first || !last || agenda.length === 0) return first
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= agenda.length) break
      if (child + 1 < agenda.length && isSooner(agenda[child + 1]!, agenda[child]!)) child += 1
      if (!isSooner(agenda[child]!, last)) break
      agenda[place] = agenda[child]!
      place = child
    }
    agenda[place] = last
    return first
  }
}

const isSooner = (a: Entry, b: Entry): boolean => a.time < b.time || (a.time === b.time && a.order < b.order)
