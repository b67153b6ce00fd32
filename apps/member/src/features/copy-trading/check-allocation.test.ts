import { createHash } from 'node:crypto'
import { hex, leafHash, textBytes, type Tools } from '@fairlot/proof'
import { blockListText, copyLineText, dayOrderText } from '@fairlot/rules/copy-trading'
import { expect, test } from 'vitest'
import { type AllocationVerdict, checkAllocation, type Openings } from './check-allocation.ts'

const tools: Tools = {
  sha256: (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()),
  signed: () => Promise.resolve(true),
}
const [date, seed, copyId] = ['2026-11-19', 'ab'.repeat(32), 'copy']
const shown = { blockId: 'block', place: 1, planned: 1_000, shares: 1_000, filledValue: '10000000' }
const openingOf = (drawn: string | null, day = date) =>
  ({ date: day, draw: drawn === null ? null : { seed: drawn } }) as Openings[number]

/** A block of the mentor and one copy that filled, its record and list made from this seed. */
async function verdictOf(used: string, openings: Openings): Promise<AllocationVerdict> {
  const key = hex(
    await tools.sha256(textBytes(dayOrderText({ date, mentorId: 'mentor', seed: used, copyId }))),
  )
  const list = blockListText([{ key, planned: 1_000 }])
  const body = copyLineText({
    block: 'block',
    mentor: 'mentor',
    copy: copyId,
    date,
    symbol: '2330',
    side: 'buy',
    price: 10_000,
    seed: used,
    lead: 1_000,
    copies: 1,
    list: hex(await tools.sha256(textBytes(list))),
    filled: 2_000,
    value: '20000000',
    place: 1,
    planned: 1_000,
    reason: null,
    order: 'order',
    shares: 1_000,
    amount: '10000000',
  })
  const hash = await leafHash(tools.sha256, body)
  return checkAllocation(tools, copyId, shown, { body, hash, proof: null, list }, openings)
}
const right = { hash: 'right', list: 'right', shares: 'right', average: 'right' }
const waiting = { ...right, path: 'absent', signature: 'absent' }

test('an allocation by the published seed of its day matches', async () => {
  expect(await verdictOf(seed, [openingOf(seed)])).toEqual({ ...waiting, seed: 'right' })
})

test('a list in the order of another seed differs', async () => {
  expect(await verdictOf('cd'.repeat(32), [openingOf(seed)])).toEqual({ ...waiting, seed: 'wrong' })
  expect(await verdictOf('', [openingOf(seed)])).toEqual({ ...waiting, seed: 'wrong' })
})

test('the opening of another day decides nothing', async () => {
  expect(await verdictOf(seed, [openingOf(seed, '2026-11-18')])).toEqual({ ...waiting, seed: 'unknown' })
  expect(await verdictOf(seed, [])).toEqual({ ...waiting, seed: 'unknown' })
})

test('a day that opened without a draw has no seed', async () => {
  expect(await verdictOf('', [openingOf(null)])).toEqual({ ...waiting, seed: 'right' })
  expect(await verdictOf(seed, [openingOf(null)])).toEqual({ ...waiting, seed: 'wrong' })
})
