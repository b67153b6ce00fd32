// The engine's own hashes, because it imports nothing that could differ between machines. They distinguish states and
// shuffle equal orders. They do not protect against tampering; the log's SHA-256 chain does.

/** 128 bits over the characters of a text, as 32 hexadecimal digits (cyrb128). */
export function hashText(text: string): string {
  let a = 1_779_033_703
  let b = 3_144_134_277
  let c = 1_013_904_242
  let d = 2_773_480_762
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ character, 597_399_067)
    b = c ^ Math.imul(b ^ character, 2_869_860_233)
    c = d ^ Math.imul(c ^ character, 951_274_213)
    d = a ^ Math.imul(d ^ character, 2_716_044_179)
  }
  a = Math.imul(c ^ (a >>> 18), 597_399_067)
  b = Math.imul(d ^ (b >>> 22), 2_869_860_233)
  c = Math.imul(a ^ (c >>> 17), 951_274_213)
  d = Math.imul(b ^ (d >>> 19), 2_716_044_179)
  a ^= b ^ c ^ d
  return hex(a) + hex(b ^ a) + hex(c ^ a) + hex(d ^ a)
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0')

/** The seed of a day's draw in one instrument. */
export const lotteryOf = (seed: string, date: string, symbol: string): number =>
  Number.parseInt(hashText(`${seed}|${date}|${symbol}`).slice(0, 8), 16)

/**
 * The lot of one entry: the smaller goes first. Each bit of the entry number changes about half of the result's bits.
 */
export function drawLot(lottery: number, entry: number): number {
  let lot = Math.imul(entry ^ lottery, 0x85eb_ca6b)
  lot ^= lot >>> 15
  lot = Math.imul(lot ^ lottery, 0x2c1b_3c6d)
  lot ^= lot >>> 12
  lot = Math.imul(lot, 0x297a_2d39)
  return (lot ^ (lot >>> 15)) >>> 0
}
