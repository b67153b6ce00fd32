// Someone who has the whole database and every key tries to read a sealed bid: texts in rows, values that a key of the
// server opens, salts with every price, keys and stored signatures against the seal.

import { createDecipheriv, hash } from 'node:crypto'
import { type Bid, bidText, readBid, sealContext, unhex } from '../../../packages/proof/src/index.ts'
import { signRound } from '../../../packages/proof/src/beacon.ts'
import { unseal } from '../../../packages/proof/src/timelock.ts'
import { stepPrice } from '../../../packages/rules/src/instruments/index.ts'
import { sha256 } from '../../flows/support/auction-harness.ts'

export interface Loot {
  /** Every row of every table, as text. */
  readonly rows: readonly string[]
  /** 32 bytes each. */
  readonly keys: readonly Uint8Array[]
}

/** What is public of a bid, and the terms of its auction. */
export interface SealedTarget {
  readonly auctionId: string
  readonly bidId: string
  readonly fingerprint: string
  readonly sealed: string
  readonly round: number
  readonly floorPrice: number
  readonly maxLots: number
  readonly ceiling: number
}

type Read = Pick<Bid, 'price' | 'lots'>

export async function tryToRead({ rows, keys }: Loot, target: SealedTarget): Promise<Read | undefined> {
  const opened = rows.flatMap((row) => openedWith(keys, row))
  const texts = [...rows, ...opened.map((bytes) => bytes.toString('utf8'))]
  const found = inTexts(texts, target) ?? bySalts(texts, target)
  if (found !== undefined) return found
  const { auctionId, bidId, fingerprint, sealed, round } = target
  const context = sealContext(auctionId, bidId, fingerprint)
  // Keys can be stored under other keys.
  const all = [...keys, ...opened.filter(({ length }) => length === 32)]
  const made = await Promise.all(
    all.map(async (key) => (await signRound(sha256, onCurve(key), round)).signature),
  )
  const stored = texts.flatMap((text) => text.match(/[0-9a-f]{96}/g) ?? [])
  for (const signature of new Set([...made, ...stored])) {
    const text = await unseal(sha256, { round, signature }, unhex(sealed), context)
    if (text !== undefined) return readBid(new TextDecoder().decode(text))
  }
  return undefined
}

/** A key of the beacon's curve is below its order. */
const onCurve = (key: Uint8Array): Uint8Array =>
  Uint8Array.from(key, (byte, n) => (n === 0 && byte >= 0x73 ? byte & 0x3f : byte))

/** Values that the server seals in its rows, with any key. The attacker does not need the tag. */
const openedWith = (keys: readonly Uint8Array[], row: string): readonly Buffer[] =>
  [...row.matchAll(/s1\.[a-z0-9]+\.([\w-]{16})\.([\w-]+)\.[\w-]{22}/g)].flatMap(([, nonce, body]) =>
    keys.map((key) =>
      createDecipheriv('aes-256-gcm', key, Buffer.from(nonce!, 'base64url')).update(
        Buffer.from(body!, 'base64url'),
      ),
    ),
  )

function inTexts(texts: readonly string[], { auctionId, bidId }: SealedTarget): Read | undefined {
  const pattern = new RegExp(
    `fairlot auction bid v1\\n${auctionId}\\n${bidId}\\n\\d{12}\\n\\d{7}\\n[0-9a-f]{64}\\n`,
  )
  for (const text of texts) {
    const bid = readBid(pattern.exec(text)?.[0] ?? '')
    if (bid !== undefined) return bid
  }
  return undefined
}

/** Every hash in the database could be the salt: then the fingerprint tells the price. */
function bySalts(texts: readonly string[], target: SealedTarget): Read | undefined {
  const salts = new Set(texts.flatMap((text) => text.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g) ?? []))
  for (let price = target.floorPrice; price * 1_000 <= target.ceiling; price = stepPrice('stock', price, 1))
    for (let lots = 1; lots <= target.maxLots; lots += 1)
      for (const salt of salts) {
        const bid = { ...target, price: BigInt(price), lots, salt }
        if (hash('sha256', bidText(bid)) === target.fingerprint) return bid
      }
  return undefined
}
