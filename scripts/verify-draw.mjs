#!/usr/bin/env node
// node verify-draw.mjs FILE... [--key BASE64] [--terms HASH] [--root HASH]: repeats a draw from its downloaded file with
// nothing but Node. It shares no code with Fairlot on purpose; docs/fairness.md says what is hashed.
//
// --key is the platform's public key (SPKI, base64) from an independent source; without it the keys in the file are
// used. --terms and --root are what you noted before the draw. Node has no BLS: the beacon's own signature is checked
// only where the package @noble/curves can be found, and the last line says whether it was.

import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const quicknet =
  '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a'
const library = '@noble/curves/bls12-381.js'
const curve = await import(library).catch(() => undefined)

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const linesHash = (...lines) => sha256(lines.map((line) => `${line}\n`).join('')).toString('hex')

/** The tree of RFC 6962: leaves begin with byte 0, nodes with 1, an unpaired node goes up alone. */
function listRoot(tickets) {
  let level = tickets.map((ticket) => sha256(Buffer.of(0), ticket))
  if (level.length === 0) return sha256('').toString('hex')
  while (level.length > 1) {
    const above = []
    for (let n = 0; n + 1 < level.length; n += 2) above.push(sha256(Buffer.of(1), level[n], level[n + 1]))
    if (level.length % 2 === 1) above.push(level.at(-1))
    level = above
  }
  return level[0].toString('hex')
}

/** HMAC-SHA-256 of a counter under the seed, as words of 32 bits. */
function* words(seed) {
  const key = Buffer.from(seed, 'hex')
  for (let counter = 0n; ; counter++) {
    const message = Buffer.alloc(8)
    message.writeBigUInt64BE(counter)
    const block = createHmac('sha256', key).update(message).digest()
    for (let word = 0; word < 8; word++) yield block.readUInt32BE(4 * word)
  }
}

/** Fisher–Yates from the last place to the first. A word that would favour some places is dropped. */
function shuffle(seed, count) {
  const order = Array.from({ length: count }, (_, n) => n)
  const source = words(seed)
  for (let last = count - 1; last > 0; last--) {
    const limit = 2 ** 32 - (2 ** 32 % (last + 1))
    let word = source.next().value
    while (word >= limit) word = source.next().value
    const chosen = word % (last + 1)
    ;[order[last], order[chosen]] = [order[chosen], order[last]]
  }
  return order
}

function isSigned(text, { publicKey, signature }, trusted) {
  if (trusted !== undefined && publicKey !== trusted) return false
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

function isOfBeacon(chain, { round, signature }) {
  if (curve === undefined) return true
  const { shortSignatures } = curve.bls12_381
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(round))
  try {
    const message = shortSignatures.hash(
      new Uint8Array(sha256(number)),
      'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_',
    )
    return shortSignatures.verify(
      new Uint8Array(Buffer.from(signature, 'hex')),
      message,
      new Uint8Array(Buffer.from(chain.publicKey, 'hex')),
    )
  } catch {
    return false
  }
}

function* check(file, noted) {
  const terms = JSON.parse(file.terms)
  const { drawId: draw, beacon: chain } = terms
  const { tickets, root, release, beacon, mine, announcement } = file
  const termsHash = linesHash('fairlot draw terms v1', file.terms)
  const announced = ['fairlot draw announcement v1', draw, termsHash, announcement.announcedAt, ''].join('\n')
  yield [
    'terms',
    announcement.announcedAt < terms.closesAt &&
      (noted.terms ?? termsHash) === termsHash &&
      isSigned(announced, announcement, noted.key),
    termsHash,
  ]
  yield [
    'secret',
    linesHash('fairlot draw secret v1', draw, release.secret) === terms.commitment,
    terms.commitment,
  ]
  const rootText = [
    'fairlot tree root v1',
    root.kind,
    root.asset,
    root.date,
    root.part,
    root.leaves,
    root.total,
    root.root,
    root.builtAt,
    root.asOf,
    '',
  ].join('\n')
  yield [
    'list',
    tickets.every((ticket, n) => n === 0 || tickets[n - 1] < ticket) &&
      root.kind === 'draws' &&
      root.asset === draw &&
      root.leaves === tickets.length &&
      root.builtAt >= terms.closesAt &&
      listRoot(tickets) === root.root &&
      (noted.root ?? root.root) === root.root &&
      isSigned(rootText, root, noted.key),
    `${tickets.length} tickets, root ${root.root}`,
  ]
  const expected = release.releasedAt < terms.releaseBy ? terms.round : terms.fallbackRound
  const appears = new Date((chain.genesis + (beacon.round - 1) * chain.period) * 1_000).toISOString()
  yield [
    'round',
    beacon.round === expected &&
      root.builtAt <= release.releasedAt &&
      release.releasedAt < terms.fallbackReleaseBy &&
      release.releasedAt < appears,
    `round ${beacon.round}`,
  ]
  yield [
    'beacon',
    sha256(Buffer.from(beacon.signature, 'hex')).toString('hex') === beacon.randomness &&
      (chain.name === 'practice' || chain.publicKey === quicknet) &&
      isOfBeacon(chain, beacon),
    `${chain.name} ${chain.hash}`,
  ]
  const seed = linesHash(
    'fairlot draw seed v1',
    termsHash,
    release.secret,
    beacon.round,
    beacon.randomness,
    tickets.length,
    root.root,
  )
  yield [
    'order',
    seed === file.seed && String(shuffle(seed, tickets.length)) === String(file.order),
    `seed ${seed}`,
  ]
  if (mine) {
    const made = linesHash('fairlot draw ticket v1', draw, mine.reference, mine.salt)
    const rank = file.order.indexOf(tickets.indexOf(made)) + 1
    const receipt = ['fairlot draw ticket receipt v1', draw, made, mine.issuedAt, ''].join('\n')
    yield [
      'ticket',
      made === mine.ticketId && rank > 0 && isSigned(receipt, mine.receipt, noted.key),
      `rank ${rank} of ${tickets.length}, ${rank > 0 && rank <= terms.places ? 'drawn' : 'not drawn'}`,
    ]
  }
}

const noted = {}
const paths = []
for (let at = 2; at < process.argv.length; at++) {
  const option = /^--(key|terms|root)$/.exec(process.argv[at])
  if (option) noted[option[1]] = process.argv[++at]
  else paths.push(process.argv[at])
}
if (paths.length === 0) {
  console.error('node verify-draw.mjs FILE... [--key BASE64] [--terms HASH] [--root HASH]')
  process.exit(2)
}
for (const path of paths) {
  let holds = true
  try {
    const file = JSON.parse(readFileSync(path, 'utf8'))
    if (file.format !== 'fairlot draw v1') throw new Error(`${path} is not the file of a draw`)
    for (const [step, ok, detail] of check(file, noted)) {
      console.log(`${step.padEnd(8)}${(ok ? 'ok' : 'WRONG').padEnd(7)}${detail}`)
      holds &&= ok
    }
  } catch (error) {
    console.log(`the file cannot be read: ${error.message}`)
    holds = false
  }
  const beacon = curve ? 'with the signature of the beacon' : 'without the signature of the beacon'
  console.log(holds ? `The draw holds, ${beacon}.` : 'The draw does NOT hold.')
  if (!holds) process.exitCode = 1
}
