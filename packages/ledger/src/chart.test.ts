import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chart, clearing, freeTwin, heldTwin, lending, member, partsOf, seat, stock } from './index.ts'
import { type LedgerDatabase, openLedgerDatabase } from './testing/fixtures.ts'

const id = '01900000-0000-7000-8000-000000000001'

describe('the chart of accounts', () => {
  let db: LedgerDatabase
  beforeAll(async () => {
    db = await openLedgerDatabase()
  })
  afterAll(() => db.close())

  it('is the same in code and database', async () => {
    const rows = await db.reader.query<Record<string, unknown>>(
      `SELECT owner_kind AS owner, kind, dated, holding, lowest::text, highest::text FROM ledger.chart`,
    )
    const inCode = chart.map(({ meaning: _, lowest, highest, ...row }) => ({
      ...row,
      lowest: lowest?.toString() ?? null,
      highest: highest?.toString() ?? null,
    }))
    const byName = (a: Record<string, unknown>, b: Record<string, unknown>) =>
      `${String(a['owner'])}/${String(a['kind'])}` < `${String(b['owner'])}/${String(b['kind'])}` ? -1 : 1
    expect([...rows].toSorted(byName)).toEqual(inCode.toSorted(byName))
  })

  it('bounds only members, seats and the lending pool', () => {
    const bounded = new Set(
      chart.filter((row) => row.lowest !== null || row.highest !== null).map((row) => row.owner),
    )
    const unbounded = new Set(
      chart.filter((row) => row.lowest === null && row.highest === null).map((row) => row.owner),
    )
    expect([...bounded].toSorted()).toEqual(['lending', 'member', 'seat'])
    expect([...unbounded].toSorted()).toEqual([
      'clearing',
      'fees',
      'house',
      'practice-grant',
      'suspense',
      'tax',
    ])
  })
})

describe('account codes', () => {
  it('are readable and can be parsed', () => {
    expect(member(id).available('TWD')).toBe(`member/${id}/TWD/available`)
    expect(seat(id).receivable(stock('2330'), '2026-11-17')).toBe(`seat/${id}/stk:2330/receivable@2026-11-17`)
    expect(clearing.settling('TWD', '2026-11-17')).toBe('clearing/main/TWD/settling@2026-11-17')
    expect(lending.lent('TWD')).toBe('lending/pool/TWD/lent')
    expect(partsOf(member(id).payable('TWD', '2026-11-17'))).toEqual({
      owner: 'member',
      ownerId: id,
      asset: 'TWD',
      kind: 'payable',
      due: '2026-11-17',
    })
  })

  it('outside the chart are refused', () => {
    for (const code of [
      'member/x/TWD/savings',
      'bank/x/TWD/available',
      'member/x/TWD/receivable',
      'member/x/TWD/held@2026-11-17',
    ])
      expect(() => partsOf(code as never)).toThrow('no such account')
  })

  it('map free accounts to held accounts and back', () => {
    const { available, held, receivable, heldReceivable, loan } = member(id)
    expect(heldTwin(available('TWD'))).toBe(held('TWD'))
    expect(freeTwin(held('TWD'))).toBe(available('TWD'))
    expect(heldTwin(receivable('TWD', '2026-11-17'))).toBe(heldReceivable('TWD', '2026-11-17'))
    expect(freeTwin(heldReceivable('TWD', '2026-11-17'))).toBe(receivable('TWD', '2026-11-17'))
    expect(() => heldTwin(loan('TWD'))).toThrow('nothing can be held')
    expect(() => freeTwin(available('TWD'))).toThrow('keeps no holds')
  })
})
