// The institutions of the practice market and their starting holdings. The ledger and the practice market both read
// this table, so that they agree on the shares.

export type SeatKind = 'maker' | 'trader' | 'house'

export interface Seat {
  /** The name it trades under. */
  readonly code: string
  /** The UUID under which the ledger knows it as owner. */
  readonly ledgerId: string
  readonly nameTw: string
  readonly nameEn: string
  readonly kind: SeatKind
}

/** Must never change: a seat's shares are stored under it in every database. */
const ledgerId = (number: number): string => `00000000-0000-8000-8000-${String(number).padStart(12, '0')}`

export const practiceSeats: readonly Seat[] = [
  {
    code: 'maker-1',
    ledgerId: ledgerId(1),
    nameTw: '模擬造市商一',
    nameEn: 'Practice market maker 1',
    kind: 'maker',
  },
  {
    code: 'maker-2',
    ledgerId: ledgerId(2),
    nameTw: '模擬造市商二',
    nameEn: 'Practice market maker 2',
    kind: 'maker',
  },
  {
    code: 'maker-3',
    ledgerId: ledgerId(3),
    nameTw: '模擬造市商三',
    nameEn: 'Practice market maker 3',
    kind: 'maker',
  },
  {
    code: 'retail-1',
    ledgerId: ledgerId(4),
    nameTw: '模擬散戶一',
    nameEn: 'Practice retail flow 1',
    kind: 'trader',
  },
  {
    code: 'retail-2',
    ledgerId: ledgerId(5),
    nameTw: '模擬散戶二',
    nameEn: 'Practice retail flow 2',
    kind: 'trader',
  },
  {
    code: 'fund-1',
    ledgerId: ledgerId(6),
    nameTw: '模擬投信',
    nameEn: 'Practice investment trust',
    kind: 'trader',
  },
  {
    code: 'foreign-1',
    ledgerId: ledgerId(7),
    nameTw: '模擬外資',
    nameEn: 'Practice foreign investor',
    kind: 'trader',
  },
  {
    code: 'dealer-1',
    ledgerId: ledgerId(8),
    nameTw: '模擬自營商',
    nameEn: 'Practice dealer',
    kind: 'trader',
  },
  { code: 'house', ledgerId: ledgerId(9), nameTw: '平台庫存', nameEn: 'House inventory', kind: 'house' },
]

/** Trades for the parents of blocks. It is no part of the practice market and has nothing of its own. */
export const copyPoolSeat = { code: 'copy-pool', ledgerId: ledgerId(100) } as const

const lot = 1_000
// Starting value in dollars of each instrument, at its first reference price.
const inventoryValue: Readonly<Record<SeatKind, number>> = {
  maker: 3_000_000_000,
  trader: 2_000_000_000,
  house: 1_000_000_000,
}
const minLots = 300

/** Starting shares of one instrument for a seat, in whole lots. `reference` in hundredths of a dollar. */
export function seatInventory(kind: SeatKind, reference: number): number {
  if (!(reference > 0)) throw new RangeError(`a reference price of ${reference}`)
  return lot * Math.max(minLots, Math.floor((inventoryValue[kind] * 100) / (reference * lot)))
}

/** Starting practice money of a seat, hundredths of a dollar. */
export const seatCash = (kind: SeatKind): number =>
  ({ maker: 100_000_000_000_000, trader: 60_000_000_000_000, house: 10_000_000_000_000 })[kind]
