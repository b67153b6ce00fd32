// Entries that a role can post by its rows of ledger.posting_rights, with no request, no review and no fill behind them: one
// for every event of the worker, of settlement and of the seed.

import { randomUUID } from 'node:crypto'
import type { Sql } from '@fairlot/testkit/sql'

type Line = readonly [account: string, amount: number, hold?: string]

export interface ForgedEntry {
  readonly event: string
  readonly lines: readonly Line[]
  readonly reference?: string
  readonly key?: string
}

/** Arguments of ledger.post_many. */
export const entryArguments = (
  { event, lines, reference = randomUUID(), key = `hostile ${randomUUID()}` }: ForgedEntry,
  at: Date,
): unknown[] => [
  [event],
  [reference],
  [key],
  [at.toISOString()],
  lines.map(() => 1),
  lines.map(([account]) => account),
  lines.map(([, amount]) => String(amount)),
  lines.map(([, , hold]) => hold ?? null),
]

/** What an attacker who reads the books takes aim at. */
export interface Targets {
  readonly member: string
  readonly seats: readonly [string, string]
  /** A part of an order that waits: its hold. */
  readonly held: { readonly account: string; readonly hold: string; readonly amount: number }
  /** Shares or money that come in on a later date. */
  readonly coming: {
    readonly account: string
    readonly free: string
    readonly due: string
    readonly amount: number
  }
  /** The collateral of a short position. */
  readonly collateral: string
}

export async function readTargets(owner: Sql): Promise<Targets> {
  const one = async <Row>(what: string, text: string): Promise<Row> => {
    const [row] = await owner.query<Row>(text)
    if (!row) throw new Error(`the books have no ${what} to attack`)
    return row
  }
  const seats = await owner.query<{ id: string }>(
    `SELECT ledger_id::text AS id FROM app.seats WHERE code IN ('maker-1', 'maker-2') ORDER BY code`,
  )
  return {
    member: (await one<{ id: string }>('member', 'SELECT id::text FROM app.members ORDER BY id LIMIT 1')).id,
    seats: [seats[0]!.id, seats[1]!.id],
    held: await one(
      'open hold',
      `SELECT a.code AS account, h.id::text AS hold, h.remaining::int AS amount FROM ledger.holds h
       JOIN ledger.accounts a ON a.id = h.account_id AND a.kind = 'held' AND a.owner_kind = 'member' AND a.asset = 'TWD'
       JOIN app.orders o ON h.id = ANY (o.holds) WHERE h.state = 'open' ORDER BY h.id LIMIT 1`,
    ),
    coming: await one(
      'receivable',
      `SELECT a.code AS account, format('member/%s/%s/available', a.owner_id, a.asset) AS free, a.due::text AS due,
         b.balance::int AS amount
       FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
       WHERE a.owner_kind = 'member' AND a.kind = 'receivable' AND b.balance > 0 ORDER BY a.code LIMIT 1`,
    ),
    collateral: (
      await one<{ code: string }>(
        'collateral',
        `SELECT a.code FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
         WHERE a.owner_kind = 'member' AND a.kind = 'collateral' AND b.balance > 1000 ORDER BY a.code LIMIT 1`,
      )
    ).code,
  }
}

function entriesOf({
  member,
  seats,
  held,
  coming,
  collateral,
}: Targets): Readonly<Record<'worker' | 'settlement', readonly ForgedEntry[]>> {
  const free = `member/${member}/TWD/available`
  const house = (kind: string) => `house/main/TWD/${kind}`
  const clearing = `clearing/main/TWD/settling@${coming.due}`
  const suspense = 'suspense/main/TWD/open'
  const available = held.account.replace(/held$/, 'available')
  const hold = (event: string): ForgedEntry => {
    const holdId = randomUUID()
    return {
      event,
      lines: [
        [free, -700],
        [`member/${member}/TWD/held`, 700, holdId],
      ],
    }
  }
  const release = (event: string, amount = held.amount): ForgedEntry => ({
    event,
    lines: [
      [held.account, -amount, held.hold],
      [available, amount],
    ],
  })
  const move = (event: string, from: string, to: string, amount = 700): ForgedEntry => ({
    event,
    lines: [
      [from, -amount],
      [to, amount],
    ],
  })
  /** With the key of a fill that no log has. */
  const trade = (event: string, from: string): ForgedEntry => ({
    ...move(event, from, free),
    key: `fill:0/${900_000_000 + Math.floor(Math.random() * 1e8)}/buy`,
  })
  return {
    worker: [
      hold('order.held'),
      hold('conditional.held'),
      release('conditional.released'),
      move('coupon.granted', house('promotion'), house('vouchers')),
      move('coupon.rebated', house('vouchers'), free),
      move('coupon.expired', house('vouchers'), house('promotion')),
      move('deposit.booked', house('bank'), free),
      move('deposit.rebooked', house('bank'), free),
      move('deposit.reversed', free, house('bank')),
      move('journal.posted', house('capital'), free),
      move('suspense.taken', house('bank'), suspense),
      move('suspense.released', suspense, house('bank')),
      move('suspense.returned', suspense, house('bank')),
      move('withdrawal.paid', house('payouts'), house('bank')),
      {
        event: 'withdrawal.passed',
        lines: [
          [held.account, -700, held.hold],
          [house('payouts'), 700],
        ],
      },
      release('withdrawal.released', 700),
      release('subscription.released', 700),
      {
        event: 'subscription.drawn',
        lines: [
          [held.account, -700, held.hold],
          ['fees/subscription/TWD/income', 700],
        ],
      },
      {
        event: 'block.listed',
        lines: [
          [`seat/${seats[0]}/stk:2330/available`, -1_000],
          [`seat/${seats[0]}/stk:2330/held`, 1_000, randomUUID()],
        ],
      },
      move(
        'subscription.delivered',
        'house/main/stk:2330/issue',
        `member/${member}/stk:2330/available`,
        1_000,
      ),
      move('auction.delivered', 'house/main/stk:2330/issue', `member/${member}/stk:2330/available`, 1_000),
      move('listing.inventory', 'house/main/stk:2330/issue', `seat/${seats[0]}/stk:2330/available`, 1_000),
      {
        event: 'placement.listed',
        lines: [
          [`seat/${seats[0]}/stk:2330/available`, -1_000],
          [`seat/${seats[0]}/stk:2330/held`, 1_000, randomUUID()],
        ],
      },
      move('withdrawal.returned', house('bank'), free),
    ],
    settlement: [
      hold('order.held'),
      release('order.released'),
      release('order.reduced', 1),
      move('day-trade.kept', collateral, 'tax/transaction/TWD/collected'),
      move('interest.accrued', `member/${member}/TWD/interest`, house('interest')),
      move('seat.net', `seat/${seats[0]}/TWD/available`, `seat/${seats[1]}/TWD/available`),
      move('seat.trade', `seat/${seats[0]}/TWD/available`, `seat/${seats[1]}/TWD/available`),
      move('settlement.arrived', coming.account, coming.free, coming.amount),
      trade('trade.open-long', house('capital')),
      trade('trade.open-short', clearing),
      trade('trade.close-long', clearing),
      trade('trade.close-short', clearing),
    ],
  }
}

/** These need the hold of a block trade: hostile-blocks.test.ts has them. */
export const blockEvents = ['block.released', 'block.traded', 'block.unlisted'] as const

/** These need the hold of a bid: hostile-auctions.test.ts has them. */
export const auctionEvents = ['auction.released', 'auction.opened', 'auction.forfeited'] as const
/** These need the hold of a placement: hostile-placements.test.ts has them. */
export const placementEvents = ['placement.released', 'placement.allotted', 'placement.unlisted'] as const

/** These need the hold of a copy: hostile-copies.test.ts has them. */
export const copyEvents = ['copy.released', 'copy.spent', 'copy.held'] as const

/** The database refuses these without their loan: tests/flows/credit-calls.test.ts has them. */
export const creditEvents = [
  'credit.pledged',
  'credit.freed',
  'credit.disbursed',
  'credit.accrued',
  'credit.collected',
] as const

/** The database refuses these without their entitlement: tests/flows/corporate-actions.test.ts has them. */
export const dividendEvents = [
  'dividend.accrued',
  'dividend.paid',
  'shares.adjusted',
  'shares.delivered',
] as const

/** One for every other event of fairlot_worker. */
export const workerEntries = (targets: Targets): readonly ForgedEntry[] => entriesOf(targets).worker

/** One for every event of fairlot_settlement. */
export const settlementEntries = (targets: Targets): readonly ForgedEntry[] => entriesOf(targets).settlement

/** One for every event of fairlot_seed. The owner of the grant is new each time: a member has had theirs. */
export function seedEntries({ seats }: Pick<Targets, 'seats'>): ForgedEntry[] {
  const seat = (asset: string) => `seat/${seats[0]}/${asset}/available`
  const move = (event: string, from: string, to: string, amount = 700): ForgedEntry => ({
    event,
    lines: [
      [from, -amount],
      [to, amount],
    ],
  })
  return [
    move('practice-grant', 'practice-grant/main/TWD/granted', `member/${randomUUID()}/TWD/available`),
    move('seat-cash', 'practice-grant/main/TWD/granted', seat('TWD')),
    move('seat-inventory', 'house/main/stk:2330/issue', seat('stk:2330'), 1_000),
    move('lending-pool', 'house/main/TWD/capital', 'lending/pool/TWD/available'),
  ]
}
