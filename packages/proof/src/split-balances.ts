// A member who checks their own leaf sees the amount of the neighbouring leaf. So a balance is cut into several leaves
// of random sizes, which the tree sorts by hash: a neighbouring leaf is a piece of an unknown member's balance and does
// not show the whole. All random values come from a secret seed that is used for one tree and not kept.

import { hex } from './chain.ts'
import { joined, type Sha256Now, textBytes } from './merkle.ts'

export interface Owned {
  readonly owner: string
  readonly amount: bigint
}

export interface Piece {
  readonly owner: string
  readonly body: string
  readonly amount: bigint
}

/** The text of the leaf's commitment. `tree` identifies the tree: kind, asset, date and part. */
export const pieceText = (
  tree: readonly [kind: string, asset: string, date: string, part: number],
  owner: string,
  piece: number,
  nonce: string,
): string => JSON.stringify(['fairlot balance leaf v1', ...tree, owner, piece, nonce])

/** The owner a leaf names, if it is a leaf of that tree. */
export function ownerOfPiece(
  tree: readonly [kind: string, asset: string, date: string, part: number],
  body: string,
): string | undefined {
  let fields: unknown
  try {
    fields = JSON.parse(body)
  } catch {
    return undefined
  }
  if (!Array.isArray(fields) || fields.length !== 8) return undefined
  const [, , , , , owner, piece, nonce] = fields as readonly unknown[]
  if (typeof owner !== 'string' || typeof piece !== 'number' || typeof nonce !== 'string') return undefined
  return pieceText(tree, owner, piece, nonce) === body ? owner : undefined
}

const fewestPieces = 2n
const maxPieces = 5n

export function splitBalances(
  sha256: Sha256Now,
  seed: Uint8Array,
  tree: readonly [kind: string, asset: string, date: string, part: number],
  balances: readonly Owned[],
): Piece[] {
  const pieces: Piece[] = []
  for (const { owner, amount } of balances) {
    if (amount <= 0n) throw new Error(`${owner} has no positive amount`)
    const draw = (what: string): Uint8Array => sha256(joined(seed, textBytes(`${what}\n${owner}`)))
    cutsOf(draw('cuts'), amount).forEach((part, piece) => {
      const nonce = hex(draw(`nonce ${piece}`).subarray(0, 16))
      pieces.push({ owner, body: pieceText(tree, owner, piece, nonce), amount: part })
    })
  }
  return pieces
}

/** Two to five random parts of at least one unit each; they add up to the amount. */
function cutsOf(drawn: Uint8Array, amount: bigint): bigint[] {
  const view = new DataView(drawn.buffer, drawn.byteOffset, drawn.byteLength)
  const wanted = fewestPieces + (view.getBigUint64(0) % (maxPieces - fewestPieces + 1n))
  const count = Number(wanted < amount ? wanted : amount)
  const cuts = new Set<bigint>()
  for (let at = 0; at < count - 1; at++) {
    // Between 1 and amount - 1; a cut drawn twice only gives one piece fewer.
    cuts.add(1n + ((BigInt(view.getUint32(8 + 4 * at)) * (amount - 1n)) >> 32n))
  }
  const places = [0n, ...[...cuts].sort((a, b) => (a < b ? -1 : 1)), amount]
  return places.slice(1).map((place, at) => place - places[at]!)
}
