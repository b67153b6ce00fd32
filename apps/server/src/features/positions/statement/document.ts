// A statement as a document: facts at the top, then tables. CSV and PDF are two formats of it.

import type { Asset } from '@fairlot/ledger'
import { taipeiIso } from '@fairlot/rules/calendar'
import type { Gathered } from './gather.ts'
import { type Language, words } from './words.ts'

export interface Column {
  readonly label: string
  /** Share of the page's width. */
  readonly width: number
  readonly right?: boolean
}

export interface Table {
  readonly title: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

export interface Document {
  readonly title: string
  /** Printed across every page in a practice market. */
  readonly mark: string | null
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly tables: readonly Table[]
  readonly footer: string
  /** With `{page}` and `{pages}`. */
  readonly pageText: string
}

export function documentOf(data: Gathered, language: Language): Document {
  const say = words[language]
  const wants = (part: Gathered['parts'][number]): boolean => data.parts.includes(part)
  const tables: Table[] = [balances(data, language)]
  if (wants('ledger')) tables.push(ledgerTable(data, language))
  if (wants('orders')) tables.push(ordersTable(data, language), fillsTable(data, language))
  if (wants('positions')) tables.push(positionsTable(data, language))
  if (wants('evidence')) tables.push(evidenceTable(data, language), rootsTable(data, language))
  return {
    title: say.title,
    mark: data.simulated ? say.simulated : null,
    facts: [
      [say.account, data.account],
      [say.period, `${data.from} – ${data.to}`],
      [say.madeAt, moment(data.madeAt)],
      [say.zone, 'Asia/Taipei (UTC+8)'],
    ],
    tables,
    footer: data.simulated ? `Fairlot · ${say.simulatedLong}` : 'Fairlot',
    pageText: say.page,
  }
}

/** Hundredths with their two decimals. */
export const amountText = (minor: bigint): string => {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const priceText = (hundredths: number | null): string =>
  hundredths === null ? '' : amountText(BigInt(hundredths))

const quantityOf = (asset: Asset, amount: bigint): string =>
  asset.startsWith('stk:') ? amount.toString() : amountText(amount)

const nameOf = (asset: Asset): string => asset.replace(/^stk:/, '')

/** Date and time in Taipei, to the second. */
function moment(at: Date): string {
  return taipeiIso(at.getTime()).slice(0, 19).replace('T', ' ')
}

function balances({ opening, closing, from, to }: Gathered, language: Language): Table {
  const say = words[language]
  const assets = [...new Set([...opening.keys(), ...closing.keys()])].toSorted()
  return {
    title: say.balances,
    columns: [
      { label: say.asset, width: 2 },
      { label: `${say.opening} ${from}`, width: 3, right: true },
      { label: `${say.closing} ${to}`, width: 3, right: true },
    ],
    rows: assets.map((asset) => [
      nameOf(asset),
      quantityOf(asset, opening.get(asset) ?? 0n),
      quantityOf(asset, closing.get(asset) ?? 0n),
    ]),
  }
}

function ledgerTable({ ledger }: Gathered, language: Language): Table {
  const say = words[language]
  return {
    title: say.ledger,
    columns: [
      { label: say.time, width: 4 },
      { label: say.event, width: 4 },
      { label: say.asset, width: 1.6 },
      { label: say.kind, width: 4 },
      { label: say.amount, width: 3.4, right: true },
      { label: say.after, width: 3.4, right: true },
    ],
    rows: ledger.map((line) => [
      moment(line.postedAt),
      say.events[line.event] ?? line.event,
      nameOf(line.asset),
      `${say.kinds[line.kind] ?? line.kind}${line.due === null ? '' : ` ${line.due}`}`,
      quantityOf(line.asset, line.amount),
      quantityOf(line.asset, line.balanceAfter),
    ]),
  }
}

function ordersTable({ orders }: Gathered, language: Language): Table {
  const say = words[language]
  return {
    title: say.orders,
    columns: [
      { label: say.time, width: 4 },
      { label: say.symbol, width: 1.6 },
      { label: say.what, width: 3 },
      { label: say.price, width: 2.2, right: true },
      { label: say.shares, width: 2, right: true },
      { label: say.filled, width: 2, right: true },
      { label: say.state, width: 2.4 },
      { label: say.order, width: 5.6 },
    ],
    rows: orders.map((order) => [
      moment(order.placedAt),
      order.symbol,
      `${say.sides[order.side]} ${say.purposes[order.purpose]}${order.multiple === 100 ? '' : ` ${order.multiple / 100}x`}`,
      order.price === null ? say.market : priceText(order.price),
      String(order.quantity),
      String(order.filled),
      say.states[order.state] ?? order.state,
      order.orderId,
    ]),
  }
}

function fillsTable({ fills }: Gathered, language: Language): Table {
  const say = words[language]
  return {
    title: say.fills,
    columns: [
      { label: say.time, width: 4 },
      { label: say.symbol, width: 1.6 },
      { label: say.what, width: 1.6 },
      { label: say.price, width: 2.2, right: true },
      { label: say.shares, width: 2, right: true },
      { label: say.fee, width: 2.2, right: true },
      { label: say.tax, width: 2.2, right: true },
      { label: say.realised, width: 3, right: true },
      { label: say.fill, width: 3 },
    ],
    rows: fills.map((fill) => [
      moment(fill.at),
      fill.symbol,
      say.sides[fill.side],
      priceText(fill.price),
      String(fill.quantity),
      amountText(fill.fee + fill.borrowFee),
      amountText(fill.tax),
      fill.realised === null ? '' : amountText(fill.realised),
      fill.fillId,
    ]),
  }
}

function positionsTable({ positions }: Gathered, language: Language): Table {
  const say = words[language]
  return {
    title: say.positions,
    columns: [
      { label: say.symbol, width: 1.6 },
      { label: say.name, width: 3.4 },
      { label: say.what, width: 2 },
      { label: say.state, width: 2.2 },
      { label: say.shares, width: 2.4, right: true },
      { label: say.price, width: 2.2, right: true },
      { label: say.loan, width: 3, right: true },
      { label: say.realised, width: 3, right: true },
      { label: say.unrealised, width: 3, right: true },
    ],
    rows: positions.map((one) => [
      one.symbol,
      language === 'tw' ? one.nameTw : one.nameEn,
      say.directions[one.direction],
      say.states[one.state] ?? one.state,
      one.state === 'closed' ? String(one.openedShares) : `${one.shares}/${one.openedShares}`,
      priceText(one.price),
      amountText(BigInt(one.loan)),
      amountText(BigInt(one.realised)),
      one.unrealised === null ? '' : amountText(BigInt(one.unrealised)),
    ]),
  }
}

function evidenceTable({ orders, fills }: Gathered, language: Language): Table {
  const say = words[language]
  return {
    title: say.evidence,
    columns: [
      { label: say.what, width: 2 },
      { label: say.id, width: 5.6 },
      { label: say.place, width: 5 },
      { label: say.hash, width: 10 },
    ],
    rows: [
      ...orders.map((order) => [say.order, order.orderId, `${say.steps} ${order.steps}`, order.stepsHash]),
      ...fills.map((fill) => [say.fill, fill.fillId, `${say.sequence} ${fill.sequence}`, fill.entryId]),
    ],
  }
}

function rootsTable({ roots }: Gathered, language: Language): Table {
  const say = words[language]
  return {
    title: say.roots,
    columns: [
      { label: say.date, width: 2 },
      { label: say.what, width: 3 },
      { label: say.root, width: 10 },
    ],
    rows: roots.map(({ date, kind, part, root }) => [date, `${kind} ${part}`, root]),
  }
}
