// Who is served when. Sockets are spread over the half second instead of all at once: the same frames cost the same,
// but none waits behind two thousand others.

const slotMs = 25
const slotCount = 20

export interface Turning {
  readonly isOnDetail: boolean
  tick(now: number): void
}

export interface Wheel<Item extends Turning> {
  /** Seats it, or seats it anew after it has begun or stopped to look at a detail. */
  seat(item: Item): void
  remove(item: Item): void
  stop(): void
}

/** Lists are served every 500 ms, details every 250. The clock is handed in because tests turn it by hand. */
export function startWheel<Item extends Turning>(now: () => number): Wheel<Item> {
  const slots = Array.from({ length: slotCount }, () => new Set<Item>())
  const seats = new Map<Item, { readonly slot: number; readonly isFast: boolean }>()
  const half = slotCount / 2
  let done = Math.floor(now() / slotMs)
  let timer: NodeJS.Timeout | undefined

  const turn = (): void => {
    const time = now()
    const due = Math.floor(time / slotMs)
    // After a long pause a whole turn is enough: nobody is owed the frames in between.
    for (let slot = Math.max(done + 1, due - slotCount + 1); slot <= due; slot++) {
      for (const item of slots[slot % slotCount]!) item.tick(time)
    }
    done = due
  }

  const remove = (item: Item): void => {
    const seat = seats.get(item)
    if (seat === undefined) return
    seats.delete(item)
    slots[seat.slot]!.delete(item)
    if (seat.isFast) slots[(seat.slot + half) % slotCount]!.delete(item)
    if (seats.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    seat(item) {
      const isFast = item.isOnDetail
      const seat = seats.get(item)
      if (seat?.isFast === isFast) return
      const slot = seat?.slot ?? emptiest(slots)
      remove(item)
      seats.set(item, { slot, isFast })
      slots[slot]!.add(item)
      if (isFast) slots[(slot + half) % slotCount]!.add(item)
      if (timer === undefined) {
        done = Math.floor(now() / slotMs)
        timer = setInterval(turn, slotMs)
      }
    },
    remove,
    stop: () => clearInterval(timer),
  }
}

function emptiest(slots: readonly ReadonlySet<unknown>[]): number {
  let best = 0
  for (let at = 1; at < slots.length; at++) if (slots[at]!.size < slots[best]!.size) best = at
  return best
}
