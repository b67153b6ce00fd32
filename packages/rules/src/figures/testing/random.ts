/** Mulberry32: small, and the same on every machine. */
export class Random {
  private state: number
  constructor(seed: number) {
    this.state = seed
  }
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}
