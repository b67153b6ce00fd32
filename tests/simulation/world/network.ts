// What carries messages between processes: it loses some, brings some twice, some late and so out of their order.
// Nobody is told. A message to a process that is down is gone.

import type { Process, Routine, Scheduler, Task } from './scheduler.ts'

export interface NetworkRates {
  readonly lost: number
  readonly doubled: number
  readonly late: number
}

export type MessageFaults = Map<
  string,
  { sent: number; lost: number; doubled: number; late: number; toTheDead: number }
>

export interface Mailbox<Message> {
  readonly messages: Message[]
  /** Who waits for the next one. */
  reader: Task | undefined
}

export const newMailbox = <Message>(): Mailbox<Message> => ({ messages: [], reader: undefined })

export class Network {
  readonly #scheduler: Scheduler
  readonly #rates: NetworkRates
  readonly #counts: MessageFaults
  readonly #courier: Process

  constructor(scheduler: Scheduler, rates: NetworkRates, counts: MessageFaults) {
    this.#scheduler = scheduler
    this.#rates = rates
    this.#counts = counts
    this.#courier = scheduler.addProcess('network', 'seat', function* () {})
  }

  /** Says it once, or not at all, or twice; `hear` runs at the other end if that process is up then. */
  send(kind: string, to: Process, hear: () => void): void {
    const count = this.#countOf(kind)
    count.sent += 1
    const { random, areFaultsOn } = this.#scheduler
    // A poke is only a hint. When a run comes to rest none arrives any more: everything must come through without.
    if (areFaultsOn ? random.chance(this.#rates.lost) : kind.startsWith('poke.')) {
      count.lost += 1
      return
    }
    this.#carry(kind, to, hear)
    if (areFaultsOn && random.chance(this.#rates.doubled)) {
      count.doubled += 1
      this.#carry(kind, to, hear)
    }
  }

  post<Message>(kind: string, to: Process, mailbox: Mailbox<Message>, message: Message): void {
    this.send(kind, to, () => {
      mailbox.messages.push(message)
      if (mailbox.reader) this.#scheduler.wake(mailbox.reader)
    })
  }

  #carry(kind: string, to: Process, hear: () => void): void {
    const scheduler = this.#scheduler
    const count = this.#countOf(kind)
    const isLate = scheduler.areFaultsOn && scheduler.random.chance(this.#rates.late)
    if (isLate) count.late += 1
    const ms = isLate ? scheduler.random.between(200, 8_000) : scheduler.random.between(0.1, 4)
    scheduler.start(this.#courier, arrival(), { at: `network.${kind}`, ms })
    // oxlint-disable-next-line require-yield -- it is done when it arrives
    function* arrival(): Routine {
      if (to.isUp) hear()
      else count.toTheDead += 1
    }
  }

  #countOf(kind: string): { sent: number; lost: number; doubled: number; late: number; toTheDead: number } {
    let count = this.#counts.get(kind)
    if (!count) this.#counts.set(kind, (count = { sent: 0, lost: 0, doubled: 0, late: 0, toTheDead: 0 }))
    return count
  }
}
