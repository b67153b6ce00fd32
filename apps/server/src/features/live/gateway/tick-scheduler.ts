// Decides when each socket is served. Sockets are spread over the half second: the total cost is the same, but none
// waits behind two thousand others.

const slotMs = 25
const slotCount = 20

export interface Scheduled {
  readonly isOnDetail: boolean
  tick(now: number): void
}

export interface TickScheduler<Item extends Scheduled> {
  /** Assigns a slot, again when the socket starts or stops watching a detail. */
  schedule(item: Item): void
  remove(item: Item): void
  stop(): void
}

/** Lists are served every 500 ms, details every 250. The clock is passed in so that tests can control it. */
export function startTickScheduler<Item extends Scheduled>(now: () => number): TickScheduler<Item> {
  const slots = Array.from({ length: slotCount }, () => new Set<Item>())
  const items = new Map<Item, { readonly slot: number; readonly isFast: boolean }>()
  const half = slotCount / 2
  let done = Math.floor(now() / slotMs)
  let timer: NodeJS.Timeout | undefined

  const turn = (): void => {
    const time = now()
    const due = Math.floor(time / slotMs)
    // After a long pause one full turn is enough: the frames in between are not owed.
    for (let slot = Math.max(done + 1, due - slotCount + 1); slot <= due; slot++) {
      for (const item of slots[slot % slotCount]!) item.tick(time)
    }
    done = due
  }

  const remove = (item: Item): void => {
    const schedule = items.get(item)
    if (schedule === undefined) return
    items.delete(item)
    slots[schedule.slot]!.delete(item)
    if (schedule.isFast) slots[(schedule.slot + half) % slotCount]!.delete(item)
    if (items.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    schedule(item) {
      const isFast = item.isOnDetail
      const schedule = items.get(item)
      if (schedule?.isFast === isFast) return
      const slot = schedule?.slot ?? emptiest(slots)
      remove(item)
      items.set(item, { slot, isFast })
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
