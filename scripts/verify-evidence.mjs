#!/usr/bin/env node
// node verify-evidence.mjs FILE [--key BASE64]: checks a downloaded evidence file (a fill, a balance or the timeline of
// an order) with nothing but Node. It shares no code with Fairlot on purpose: anyone who does not trust our program can
// read these lines, or write them again in another language. docs/fairness.md says what is hashed.
//
// --key is the platform's public key (SPKI, base64) from an independent source. Without it the key in the file is used,
// which only shows that the file is consistent with itself.

import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

// Trees: leaves begin with byte 0 (or 2 when they have an amount), nodes with 1 (or 3). Nodes are paired from the left;
// an unpaired one goes up alone. So size and position decide the side of each sibling.
function sidesOf(size, n) {
  const sides = []
  for (let width = size, at = n; width > 1; width = Math.ceil(width / 2), at = Math.floor(at / 2)) {
    if (at % 2 === 1) sides.push('left')
    else if (at + 1 < width) sides.push('right')
  }
  return sides
}

function assertPlace(size, n, path) {
  const sides = Number.isSafeInteger(n) && n >= 0 && n < size ? sidesOf(size, n) : undefined
  if (!sides || sides.length !== path.length || sides.some((side, at) => side !== path[at].side)) {
    throw new Error(`the path is not that of leaf ${n} of ${size}`)
  }
}

const largestLeaf = 2n ** 63n - 1n
const largestSum = 2n ** 127n - 1n

function amountOf(digits, largest) {
  if (typeof digits !== 'string' || !/^\d{1,39}$/.test(digits) || BigInt(digits) > largest) {
    throw new Error(`${digits} is no amount: negative, too large or not a number`)
  }
  return BigInt(digits)
}

const sixteenBytes = (sum) => Buffer.from(sum.toString(16).padStart(32, '0'), 'hex')

function hashBytes(hex) {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error(`${hex} is no SHA-256`)
  return Buffer.from(hex, 'hex')
}

function plainRoot(size, n, leaf, path) {
  assertPlace(size, n, path)
  let hash = leaf
  for (const step of path) {
    const sibling = hashBytes(step.hash)
    hash = sha256(Buffer.of(1), ...(step.side === 'left' ? [sibling, hash] : [hash, sibling]))
  }
  return hash.toString('hex')
}

function sumRoot(size, n, leaf, amount, path) {
  assertPlace(size, n, path)
  let hash = leaf
  let sum = amount
  for (const step of path) {
    const sibling = [hashBytes(step.hash), sixteenBytes(amountOf(step.sum, largestSum))]
    const own = [hash, sixteenBytes(sum)]
    hash = sha256(Buffer.of(3), ...(step.side === 'left' ? [...sibling, ...own] : [...own, ...sibling]))
    sum += amountOf(step.sum, largestSum)
    if (sum > largestSum) throw new Error('a sum is too large')
  }
  return { root: hash.toString('hex'), total: sum.toString() }
}

const rootText = (root) =>
  [
    'fairlot tree root v1',
    root.kind,
    root.asset,
    root.date,
    String(root.part),
    String(root.leaves),
    root.total,
    root.root,
    root.builtAt,
    root.asOf,
    '',
  ].join('\n')

// Orders accepted together are signed once: the signature covers the root of a tree of their texts.
const receiptText = ({ text, batch }) =>
  batch
    ? [
        'fairlot order receipts v1',
        String(batch.size),
        plainRoot(batch.size, batch.n, sha256(Buffer.of(0), text), batch.path),
        '',
      ].join('\n')
    : text

function isSigned(text, signature, publicKey) {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

const checks = []
const check = (what, right) => checks.push({ what, right })

function checkRoot(root, trusted) {
  check(
    `the root of ${root.kind}${root.asset ? ` of ${root.asset}` : ''} on ${root.date} is signed by ${trusted ? 'the key you gave' : 'the key in the file'}`,
    isSigned(rootText(root), root.signature, trusted ?? root.publicKey),
  )
}

function checkFill({ fillId, evidence }, trusted) {
  const leaf = sha256(Buffer.of(0), evidence.body)
  check('the text has the hash that is shown', leaf.toString('hex') === evidence.hash)
  check('the text is about this fill', JSON.parse(evidence.body).fill === fillId)
  const key = trusted ?? evidence.proof?.root.publicKey
  if (evidence.proof) {
    const { root, n, path } = evidence.proof
    check(
      'the fill is in the tree of its day',
      root.kind === 'fills' && plainRoot(root.leaves, n, leaf, path) === root.root,
    )
    checkRoot(root, trusted)
  }
  if (evidence.receipt && evidence.proof && evidence.receipt.keyId === evidence.proof.root.keyId) {
    check(
      'the receipt of the order is signed',
      isSigned(receiptText(evidence.receipt), evidence.receipt.signature, key),
    )
    const taken = JSON.parse(evidence.receipt.text)
    const { order, symbol, side, terms } = JSON.parse(evidence.body)
    check(
      'the receipt and the fill name the same order',
      taken.id === order.id &&
        taken.symbol === symbol &&
        taken.side === side &&
        taken.price === order.price &&
        taken.quantity === order.quantity &&
        taken.terms === terms,
    )
  }
}

function checkBalance({ owner, evidence }, trusted) {
  const { root, leaves, control } = evidence
  const seen = new Set()
  let sum = 0n
  for (const { body, hash, amount, n, path } of leaves) {
    const own = amountOf(amount, largestLeaf)
    const leaf = sha256(Buffer.of(2), sha256(body), sixteenBytes(own))
    const [, kind, asset, date, part, named] = JSON.parse(body)
    const isOwn =
      kind === root.kind &&
      asset === root.asset &&
      date === root.date &&
      part === root.part &&
      named === owner
    check(
      `leaf ${n} is yours, of this tree, and has the hash that is shown`,
      isOwn && leaf.toString('hex') === hash && !seen.has(hash),
    )
    const reached = sumRoot(root.leaves, n, leaf, own, path)
    check(
      `leaf ${n} leads to the root and to the total`,
      reached.root === root.root && reached.total === root.total,
    )
    seen.add(hash)
    sum += own
  }
  check(`your leaves come to ${sum} ${root.asset}`, true)
  check('the total is what the ledger says members have', control === root.total)
  checkRoot(root, trusted)
}

function checkOrder({ orderId, steps }) {
  let hash = '0'.repeat(64)
  steps.forEach((step, at) => {
    const text = JSON.stringify([hash, String(at + 1), orderId, step.at, step.what, step.who, step.data])
    hash = sha256(text).toString('hex')
    check(`step ${at + 1} (${step.what}) follows the one before it`, step.n === at + 1 && step.hash === hash)
  })
}

const kinds = { fill: checkFill, balance: checkBalance, order: checkOrder }

const [file, flag, key] = process.argv.slice(2)
if (!file || (flag !== undefined && (flag !== '--key' || !key))) {
  console.error('usage: node verify-evidence.mjs FILE [--key BASE64]')
  process.exit(2)
}
try {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  const kind = /^fairlot (fill|balance|order) evidence v1$/.exec(content.format)?.[1]
  if (!kind) throw new Error('this is no evidence file of Fairlot')
  kinds[kind](content, key)
} catch (error) {
  check(error instanceof Error ? error.message : String(error), false)
}
for (const { what, right } of checks) console.log(`${right ? 'right' : 'WRONG'}  ${what}`)
process.exitCode = checks.every(({ right }) => right) ? 0 : 1
