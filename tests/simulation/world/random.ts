/** Numbers that follow from a seed, the same on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number
  below(limit: number): number
  between(min: number, max: number): number
  chance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** A UUIDv7-shaped id: phones create their order ids themselves. */
  uuid(at: number): string
}

export function createRandom(seed: number): Random {
  // splitmix32: every bit of the seed counts from the first number on, which matters when seeds are 1, 2, 3.
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    mixed ^= mixed >>> 15
    return (mixed >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const hex = (digits: number): string => {
    let text = ''
    while (text.length < digits) text += below(0x10000).toString(16).padStart(4, '0')
    return text.slice(0, digits)
  }
  return {
    next,
    below,
    between: (min, max) => min + next() * (max - min),
    chance: (share) => next() < share,
    pick: (items) => items[below(items.length)]!,
    uuid(at) {
      const time = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${hex(3)}-8${hex(3)}-${hex(12)}`
    },
  }
}
