import fc from 'fast-check'
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

describe('opening an account', () => {
  let db: LedgerDatabase
  beforeAll(async () => {
    db = await openLedgerDatabase()
  })
  afterAll(() => db.close())

  /** Stated a second time, in another way than in the database. */
  const isInChart = (code: string): boolean =>
    chart.some(({ owner, kind, dated }) => {
      const isPerson = owner === 'member' || owner === 'seat'
      const ownerId = isPerson ? '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' : '[0-9a-z-]{1,40}'
      const due = dated ? '@[0-9]{4}-[0-9]{2}-[0-9]{2}' : ''
      return new RegExp(`^${owner}/${ownerId}/([A-Z]{3}|stk:[0-9A-Z]{2,8})/${kind}${due}$`).test(code)
    })
  const codes = chart.flatMap(({ owner, kind, dated }) =>
    ['TWD', 'stk:2330'].map(
      (asset) =>
        `${owner}/${owner === 'member' || owner === 'seat' ? id : 'main'}/${asset}/${kind}${dated ? '@2026-11-17' : ''}`,
    ),
  )
  const accepts = (code: string): Promise<boolean> =>
    db.owner.query('SELECT ledger.open_accounts($1)', [[code]]).then(
      () => true,
      (error: Error) => {
        expect(error.message).toContain('no such account in the chart')
        return false
      },
    )

  it('accepts every kind of account of the chart', async () => {
    for (const code of codes) expect(await accepts(code), code).toBe(true)
  })

  it('accepts a changed code only if the chart has it', async () => {
    const alphabet = [...'aF0-/@:_ %\nstk', '٣', '']
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...codes),
        fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...alphabet), fc.nat(1)), {
          minLength: 1,
          maxLength: 2,
        }),
        async (code, changes) => {
          const changed = changes.reduce(
            (text, [at, letter, cut]) => text.slice(0, at) + letter + text.slice(at + cut),
            code,
          )
          // A date that does not exist is refused by its own type, with its own message.
          fc.pre(!/@(?!2026-11-17)\d{4}-\d\d-\d\d$/.test(changed))
          expect(await accepts(changed), changed).toBe(isInChart(changed))
        },
      ),
      { numRuns: 200 },
    )
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
