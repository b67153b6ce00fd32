// A sealed bid that waits for its opening, in an attacker's hands. With the whole database, every key of the server and an
// operator's key, no one reads it; a leak that is planted is found. What the worker's database role posts on the hold of the
// bid is found by one run of reconciliation.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSecretsFile, openSecrets } from '../../apps/server/src/platform/secrets.ts'
import { type AuctionTerms, bidText } from '../../packages/proof/src/index.ts'
import { signRound } from '../../packages/proof/src/beacon.ts'
import type { SealedBid } from '../../packages/proof/src/seal-bid.ts'
import { type AuctionHarness, openAuctionHarness, sha256 } from '../flows/support/auction-harness.ts'
import { newSoftwareKey } from '../flows/support/voting-keys.ts'
import { auctionEvents, entryArguments, type ForgedEntry } from './hostile/forged-entries.ts'
import { type SealedTarget, tryToRead } from './hostile/read-bids.ts'

let harness: AuctionHarness
let thief: pg.Client
let entries: Readonly<Record<(typeof auctionEvents)[number], Omit<ForgedEntry, 'event'>>>

const folder = mkdtempSync(join(tmpdir(), 'fairlot-auctions-'))
const secretsFile = makeSecretsFile()
const asked = { price: 6_850n, lots: 2 }
let made: SealedBid
let target: SealedTarget

beforeAll(async () => {
  const path = join(folder, 'secrets.json')
  writeFileSync(path, JSON.stringify(secretsFile), { mode: 0o600 })
  harness = await openAuctionHarness({ SECRETS_FILE: path })
  const auction = await harness.auction()
  const member = await harness.member()
  made = await harness.seal(auction, asked)
  const { bid, fingerprint, sealed } = made
  await harness.bid(member, auction, asked, { bidId: bid.bidId, fingerprint, sealed })
  const { round } = JSON.parse((await harness.book(auction)).terms) as AuctionTerms
  const { auctionId } = auction
  target = {
    auctionId,
    bidId: bid.bidId,
    fingerprint,
    sealed,
    round,
    floorPrice: 6_000,
    maxLots: 2,
    ceiling: 20_000_000,
  }
  const reference = bid.bidId
  const { rows } = await harness.owner.query(
    'SELECT hold_id, (deposit + fee)::integer AS amount FROM app.auction_bids WHERE id = $1',
    [reference],
  )
  const { hold_id: hold, amount } = rows[0] as { hold_id: string; amount: number }
  const [held, free] = [`member/${member.memberId}/TWD/held`, `member/${member.memberId}/TWD/available`]
  const taken = {
    reference,
    lines: [
      [held, -amount, hold],
      ['fees/auction/TWD/income', amount],
    ],
  } as const
  entries = {
    'auction.released': {
      reference,
      lines: [
        [held, -amount, hold],
        [free, amount],
      ],
    },
    'auction.opened': taken,
    'auction.forfeited': taken,
  }
  thief = new pg.Client({ connectionString: harness.api.database.workerUrl })
  await thief.connect()
})
afterAll(async () => {
  await thief?.end()
  await harness?.stop()
  rmSync(folder, { recursive: true })
})

/** Every row of every table. `plant` writes a leak first, which is undone. */
async function takeRows(plant?: string): Promise<string[]> {
  const { owner } = harness
  await owner.query('BEGIN')
  try {
    if (plant !== undefined) {
      await owner.query('CREATE TABLE app.planted (text text)')
      await owner.query('INSERT INTO app.planted VALUES ($1)', [plant])
    }
    const { rows: tables } = await owner.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    const all: string[] = []
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string | null }>(
        `SELECT to_jsonb(t)::text AS row FROM ${name} AS t`,
      )
      for (const { row } of rows) all.push(...textsOf(JSON.parse(row ?? 'null')))
    }
    return all
  } finally {
    await owner.query('ROLLBACK')
  }
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

/** Every ring of the server's secrets, and the signing key of an operator. */
function takeKeys(): Uint8Array[] {
  const rings = Object.values(secretsFile).flatMap(({ keys }) => Object.values(keys))
  const { d = '' } = newSoftwareKey().privateKey.export({ format: 'jwk' })
  // The last 32 bytes of PKCS 8 are the key.
  return [...rings.map((text) => Buffer.from(text, 'base64').subarray(-32)), Buffer.from(d, 'base64url')]
}

describe('a sealed bid before its opening', () => {
  it('cannot be read with the whole database and every key', async () => {
    expect(await tryToRead({ rows: await takeRows(), keys: takeKeys() }, target)).toBeUndefined()
  })

  it('is read when its text, salt, key or signature leaks', async () => {
    const keys = takeKeys()
    const read = (rows: readonly string[], more: readonly Uint8Array[] = []) =>
      tryToRead({ rows, keys: [...keys, ...more] }, target)
    expect(await read(await takeRows(made.bid.salt))).toMatchObject(asked)
    expect(await read([bidText(made.bid)])).toMatchObject(asked)
    expect(await read([openSecrets(secretsFile).seal('planted', bidText(made.bid))])).toMatchObject(asked)
    const { signature } = await signRound(sha256, harness.beaconKey, target.round)
    expect(await read([signature])).toMatchObject(asked)
    expect(await read([], [harness.beaconKey])).toMatchObject(asked)
  })
})

/** The checks that find it. The attack is undone. */
async function checksOf(entry: ForgedEntry): Promise<string[]> {
  await thief.query('BEGIN')
  try {
    const { rows } = await thief.query(
      'SELECT outcome FROM ledger.post_many($1, $2, $3, $4, $5, $6, $7, $8)',
      entryArguments(entry, harness.clock.now()),
    )
    expect(rows[0].outcome).toBe('posted')
    const found = await thief.query('SELECT code FROM app.reconcile() WHERE difference <> 0')
    return found.rows.map(({ code }) => String(code))
  } finally {
    await thief.query('ROLLBACK')
  }
}

it.each(auctionEvents)('a %s before the opening is found', async (event) => {
  expect(await checksOf({ event, ...entries[event] })).toContain('requests')
})
