// A member's own events, in order and without a hole, to each of his phones. NATS brings them at once; the numbers
// betray what it lost, and that is read from PostgreSQL.

import type { OwnEvent } from '@fairlot/contract/market-data'
import type { Subjects } from '@fairlot/contract/venue'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { Phone } from './phone.ts'
import { readBehind, readNewestOwn, readOwnAfter } from './store.ts'

const page = 50
/** Further behind than this a phone reads its lists again instead. */
const tooFar = 500

export interface OwnFeed {
  /** From now on the phone speaks for this member, and `phone.own` is the number it goes on from. */
  join(phone: Phone, memberId: string, seen: number | undefined): Promise<void>
  catchUp(phone: Phone): Promise<void>
  leave(phone: Phone): void
  /** Sends what phones that were too slow for it have missed. */
  retry(now: number): Promise<void>
  /** Looks for what NATS has lost, for all members connected here. */
  reread(now: number): Promise<void>
}

interface Listening {
  readonly phones: Set<Phone>
  readonly detach: () => void
}

export function openOwnFeed(bus: Bus, subjects: Subjects, db: Db, clock: () => number): OwnFeed {
  const members = new Map<string, Listening>()
  const reading = new Set<Phone>()

  const take = (phone: Phone, event: OwnEvent): void => {
    if (event.n <= phone.own) return
    if (event.n > phone.own + 1 || phone.isFull) {
      phone.isOwnBehind = true
      void catchUp(phone, clock()).catch(() => undefined)
      return
    }
    phone.own = event.n
    phone.sendOwn([event], clock())
  }

  const catchUp = async (phone: Phone, now: number): Promise<void> => {
    if (reading.has(phone)) return
    reading.add(phone)
    try {
      while (phone.memberId !== undefined && !phone.isGone && !phone.isFull) {
        const found = await readOwnAfter(db, phone.memberId, phone.own, page)
        const events = found.filter(({ n }) => n > phone.own)
        if (events.length > 0) {
          phone.own = events.at(-1)!.n
          phone.sendOwn(events, now)
        }
        if (found.length < page) {
          phone.isOwnBehind = false
          return
        }
      }
    } finally {
      reading.delete(phone)
    }
  }

  const listen = (memberId: string): Listening => {
    const phones = new Set<Phone>()
    const detach = bus.subscribe(subjects.own(memberId), (message) => {
      const event = message.json() as OwnEvent
      for (const phone of phones) take(phone, event)
    })
    const listening = { phones, detach }
    members.set(memberId, listening)
    return listening
  }

  const all = (): Phone[] => [...members.values()].flatMap(({ phones }) => [...phones])

  return {
    async join(phone, memberId, seen) {
      const newest = await readNewestOwn(db, memberId)
      const canResume = seen !== undefined && seen <= newest && newest - seen <= tooFar
      phone.own = canResume ? seen : newest
      // It may have hung up while PostgreSQL was asked.
      if (phone.isGone) return
      phone.memberId = memberId
      ;(members.get(memberId) ?? listen(memberId)).phones.add(phone)
      phone.isOwnBehind = true
    },
    catchUp: (phone) => catchUp(phone, clock()),
    leave(phone) {
      if (phone.memberId === undefined) return
      const listening = members.get(phone.memberId)
      if (!listening?.phones.delete(phone) || listening.phones.size > 0) return
      listening.detach()
      members.delete(phone.memberId)
    },
    async retry(now) {
      for (const phone of all()) if (phone.isOwnBehind) await catchUp(phone, now)
    },
    async reread(now) {
      const phones = all()
      if (phones.length === 0) return
      const behind = new Set(
        await readBehind(
          db,
          phones.map(({ memberId }) => memberId!),
          phones.map(({ own }) => own),
        ),
      )
      for (const phone of phones) if (behind.has(phone.memberId!)) await catchUp(phone, now)
    },
  }
}
