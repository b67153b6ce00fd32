// A statement as a document: facts at the top, then tables. CSV and PDF are two formats of it.

import { figureTerms } from '@fairlot/contract/positions'
import type { Asset } from '@fairlot/ledger'
import { taipeiIso } from '@fairlot/rules/calendar'
import type { Gathered } from './gather.ts'
import { type Language, statementTexts } from './texts.ts'

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
  const say = statementTexts[language]
  const wants = (part: Gathered['parts'][number]): boolean => data.parts.includes(part)
  const tables: Table[] = [figuresTable(data, language), balances(data, language)]
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

interface Field<Row> extends Column {
  readonly text: (row: Row) => string
}

const tableOf = <Row>(title: string, rows: readonly Row[], fields: readonly Field<Row>[]): Table => ({
  title,
  columns: fields.map(({ text: _, ...column }) => column),
  rows: rows.map((row) => fields.map(({ text }) => text(row))),
})

function balances({ opening, closing, from, to }: Gathered, language: Language): Table {
  const say = statementTexts[language]
  const assets = [...new Set([...opening.keys(), ...closing.keys()])].toSorted()
  return tableOf(say.balances, assets, [
    { label: say.asset, width: 2, text: nameOf },
    {
      label: `${say.opening} ${from}`,
      width: 3,
      right: true,
      text: (asset) => quantityOf(asset, opening.get(asset) ?? 0n),
    },
    {
      label: `${say.closing} ${to}`,
      width: 3,
      right: true,
      text: (asset) => quantityOf(asset, closing.get(asset) ?? 0n),
    },
  ])
}

/** The terms add up to the total; the lines below it are figures of their own. */
function figuresTable({ figures, madeAt }: Gathered, language: Language): Table {
  const say = statementTexts[language]
  const { total, buyingPower, withdrawable, unrealised, day } = figures
  const rows: readonly (readonly [name: string, amount: string])[] = [
    ...figureTerms.map((term) => [say.figures[term], figures.terms[term]] as const),
    [say.figures.total, total],
    [say.figures.buyingPower, buyingPower],
    [say.figures.withdrawable, withdrawable],
    [say.figures.unrealised, unrealised],
    [say.figures.dayProfit, day.profit],
  ]
  return tableOf(`${say.figures.title} ${moment(madeAt)}`, rows, [
    { label: say.what, width: 4, text: ([name]) => name },
    { label: say.amount, width: 4, right: true, text: ([, amount]) => amountText(BigInt(amount)) },
  ])
}

function ledgerTable({ ledger }: Gathered, language: Language): Table {
  const say = statementTexts[language]
  return tableOf(say.ledger, ledger, [
    { label: say.time, width: 4, text: ({ postedAt }) => moment(postedAt) },
    { label: say.event, width: 4, text: ({ event }) => say.events[event] ?? event },
    { label: say.asset, width: 1.6, text: ({ asset }) => nameOf(asset) },
    {
      label: say.kind,
      width: 4,
      text: ({ kind, due }) => `${say.kinds[kind] ?? kind}${due === null ? '' : ` ${due}`}`,
    },
    {
      label: say.amount,
      width: 3.4,
      right: true,
      text: ({ asset, amount }) => quantityOf(asset, amount),
    },
    {
      label: say.after,
      width: 3.4,
      right: true,
      text: ({ asset, balanceAfter }) => quantityOf(asset, balanceAfter),
    },
  ])
}

function ordersTable({ orders }: Gathered, language: Language): Table {
  const say = statementTexts[language]
  return tableOf(say.orders, orders, [
    { label: say.time, width: 4, text: ({ placedAt }) => moment(placedAt) },
    { label: say.symbol, width: 1.6, text: ({ symbol }) => symbol },
    {
      label: say.what,
      width: 3,
      text: ({ side, purpose, multiple }) =>
        `${say.sides[side]} ${say.purposes[purpose]}${multiple === 100 ? '' : ` ${multiple / 100}x`}`,
    },
    {
      label: say.price,
      width: 2.2,
      right: true,
      text: ({ price }) => (price === null ? say.market : priceText(price)),
    },
    { label: say.shares, width: 2, right: true, text: ({ quantity }) => String(quantity) },
    { label: say.filled, width: 2, right: true, text: ({ filled }) => String(filled) },
    { label: say.state, width: 2.4, text: ({ state }) => say.states[state] ?? state },
    { label: say.order, width: 5.6, text: ({ orderId }) => orderId },
  ])
}

function fillsTable({ fills }: Gathered, language: Language): Table {
  const say = statementTexts[language]
  return tableOf(say.fills, fills, [
    { label: say.time, width: 4, text: ({ at }) => moment(at) },
    { label: say.symbol, width: 1.6, text: ({ symbol }) => symbol },
    { label: say.what, width: 1.6, text: ({ side }) => say.sides[side] },
    { label: say.price, width: 2.2, right: true, text: ({ price }) => priceText(price) },
    { label: say.shares, width: 2, right: true, text: ({ quantity }) => String(quantity) },
    { label: say.fee, width: 2.2, right: true, text: ({ fee, borrowFee }) => amountText(fee + borrowFee) },
    { label: say.tax, width: 2.2, right: true, text: ({ tax }) => amountText(tax) },
    {
      label: say.realised,
      width: 3,
      right: true,
      text: ({ realised }) => (realised === null ? '' : amountText(realised)),
    },
    { label: say.fill, width: 3, text: ({ fillId }) => fillId },
  ])
}

function positionsTable({ positions }: Gathered, language: Language): Table {
  const say = statementTexts[language]
  return tableOf(say.positions, positions, [
    { label: say.symbol, width: 1.6, text: ({ symbol }) => symbol },
    { label: say.name, width: 3.4, text: ({ nameTw, nameEn }) => (language === 'tw' ? nameTw : nameEn) },
    { label: say.what, width: 2, text: ({ direction }) => say.directions[direction] },
    { label: say.state, width: 2.2, text: ({ state }) => say.states[state] ?? state },
    {
      label: say.shares,
      width: 2.4,
      right: true,
      text: ({ state, shares, openedShares }) =>
        state === 'closed' ? String(openedShares) : `${shares}/${openedShares}`,
    },
    { label: say.price, width: 2.2, right: true, text: ({ price }) => priceText(price) },
    { label: say.loan, width: 3, right: true, text: ({ loan }) => amountText(BigInt(loan)) },
    { label: say.realised, width: 3, right: true, text: ({ realised }) => amountText(BigInt(realised)) },
    {
      label: say.unrealised,
      width: 3,
      right: true,
      text: ({ unrealised }) => (unrealised === null ? '' : amountText(BigInt(unrealised))),
    },
  ])
}

function evidenceTable({ orders, fills }: Gathered, language: Language): Table {
  const say = statementTexts[language]
  const rows = [
    ...orders.map(({ orderId, steps, stepsHash }) => [
      say.order,
      orderId,
      `${say.steps} ${steps}`,
      stepsHash,
    ]),
    ...fills.map(({ fillId, sequence, entryId }) => [
      say.fill,
      fillId,
      `${say.sequence} ${sequence}`,
      entryId,
    ]),
  ]
  return {
    title: say.evidence,
    columns: [
      { label: say.what, width: 2 },
      { label: say.id, width: 5.6 },
      { label: say.place, width: 5 },
      { label: say.hash, width: 10 },
    ],
    rows,
  }
}

function rootsTable({ roots }: Gathered, language: Language): Table {
  const say = statementTexts[language]
  return tableOf(say.roots, roots, [
    { label: say.date, width: 2, text: ({ date }) => date },
    { label: say.what, width: 3, text: ({ kind, part }) => `${kind} ${part}` },
    { label: say.root, width: 10, text: ({ root }) => root },
  ])
}
