// A small generator of our own, so that a run can be repeated on any machine: Math.random has no seed. A generator is
// made from what identifies the moment (seed, purpose, second) and never carried to the next; so the numbers of a
// moment do not depend on how many were drawn before.

export interface Random {
  /** Uniform from 0 up to 1, 1 excluded. */
  next(): number
  /** The normal distribution with mean 0 and deviation 1. */
  normal(): number
  /** A Poisson count: how often an event happens that happens `mean` times on average. */
  count(mean: number): number
}

/** FNV-1a over the text, then mixed: neighbouring seconds must not give neighbouring numbers. */
function hashOf(text: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** sfc32, seeded by the joined parts. */
export function randomOf(...parts: readonly (string | number)[]): Random {
  const text = parts.join('/')
  let a = hashOf(text, 1)
  let b = hashOf(text, 2)
  let c = hashOf(text, 3)
  let counter = 1
  let spare: number | undefined

  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  const normal = (): number => {
    if (spare !== undefined) {
      const kept = spare
      spare = undefined
      return kept
    }
    for (;;) {
      const u = next() * 2 - 1
      const v = next() * 2 - 1
      const square = u * u + v * v
      if (square > 0 && square < 1) {
        const factor = Math.sqrt((-2 * Math.log(square)) / square)
        spare = v * factor
        return u * factor
      }
    }
  }
  const count = (mean: number): number => {
    if (mean <= 0) return 0
    // Knuth's product loses precision for large means; there the normal distribution is as good.
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    const threshold = Math.exp(-mean)
    let product = next()
    let found = 0
    while (product > threshold) {
      found += 1
      product *= next()
    }
    return found
  }
  for (let warm = 0; warm < 12; warm += 1) next()
  return { next, normal, count }
}

/** A fixed trait of a named thing, uniform from 0 to 1: the same in every run and for every seed. */
export const traitOf = (name: string, trait: string): number => hashOf(`${name}/${trait}`, 7) / 4_294_967_296
