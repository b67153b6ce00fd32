// The network between processes: it loses some messages, repeats some, and delays some so that they arrive out of
// order. No process is notified. A message to a process that is down is lost.

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
  /** The task that waits for the next message. */
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

  /** Delivers the message once, not at all, or twice; `hear` runs at the receiver if that process is up then. */
  send(kind: string, to: Process, hear: () => void): void {
    const count = this.#countOf(kind)
    count.sent += 1
    const { random, areFaultsOn } = this.#scheduler
    // A wake is only a hint. While a run winds down none arrives: everything must complete without one.
    if (areFaultsOn ? random.chance(this.#rates.lost) : kind.startsWith('wake.')) {
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
