// One row of the fund record expanded to the member's own ledger lines, cash and shares.

import { Card, CopyButton, KeyValues } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import type { QuoteRow } from '@fairlot/contract/market-data'
import { displayId, formatMoney, formatQuantity, MINUS, shares as sharesOf } from '@fairlot/money'
import { priceText, shortNameIn, useNamedRows } from '#features/market-data'
import { exactTimeText, orderPath } from '#features/orders'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { formatDate, useMoment } from '#shell/format.ts'
import { useLanguage, type Language } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { TextLink } from '@fairlot/ui'
import { fundsTexts } from '../texts/index.ts'
import styles from './EntryView.module.css'

type Entry = DataOf<'/funds/entry'>
type Line = Entry['lines'][number]

export const EntryView = () => {
  const entryId = useSearch().get('id') ?? ''
  const read = useRead('/funds/entry', { entryId })
  return (
    <RouteScreen>
      <Answered read={read}>{(entry) => <Shown entryId={entryId} entry={entry} />}</Answered>
    </RouteScreen>
  )
}

const kindOf = (account: string): string => account.slice(account.lastIndexOf('/') + 1).replace(/@.*$/, '')
const dueOf = (account: string): string | undefined => /@(.*)$/.exec(account)?.[1]?.slice(5).replace('-', '/')

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** The cause of the entry, and a link to it; undefined when no object of the member caused it. */
function causeOf({ event, reference }: Entry) {
  if (!uuid.test(reference)) return undefined
  if (event.startsWith('deposit.'))
    return { kind: 'deposit', path: `/user/recharge?view=progress&id=${reference}` } as const
  if (event.startsWith('withdrawal.'))
    return { kind: 'withdrawal', path: `/user/withdraw?view=progress&id=${reference}` } as const
  if (event === 'currency.exchanged')
    return { kind: 'exchange', path: `/user/exchange?view=quote&id=${reference}` } as const
  if (/^(order|trade|day-trade|interest|coupon.rebated)\b/.test(event))
    return { kind: 'order', path: orderPath(reference) } as const
  return undefined
}

const Shown = ({ entryId, entry }: { readonly entryId: string; readonly entry: Entry }) => {
  const texts = fundsTexts.use()
  const { copy } = shellTexts.use()
  const moment = useMoment()
  const hidden = useHideAmounts()
  const language = useLanguage()
  const change = BigInt(entry.change)
  const { trade } = entry
  const names = useNamedRows(trade === null ? [] : [trade.symbol])
  const text = formatMoney(change, { plus: true })
  const dot = text.lastIndexOf('.')
  const cause = causeOf(entry)
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.top}>
          <h2 className={styles.what}>
            {trade === null
              ? (texts.events[entry.event] ?? entry.event)
              : texts.entry.traded[trade.side](
                  nameOf(names.get(trade.symbol), trade.symbol, language),
                  formatQuantity(sharesOf(BigInt(trade.quantity)), language),
                )}
          </h2>
          <span className={styles.small}>{moment(entry.postedAt)}</span>
        </div>
        <p className={styles.label}>{change === 0n ? texts.entry.noChange : texts.entry.change}</p>
        <p className={styles.change}>
          {hidden ? '••••' : text.slice(0, dot)}
          {hidden ? null : <span>{text.slice(dot)}</span>}
        </p>
      </section>
      {trade === null ? null : <Trade trade={trade} change={change} hidden={hidden} />}
      <Card pad as="section" className={trade === null ? undefined : styles.facts}>
        <div className={styles.head}>
          <h3>{texts.entry.lines(entry.lines.length)}</h3>
          <span className={styles.number}>
            {displayId(entryId)}
            <CopyButton kind="icon" text={entryId} texts={copy} />
          </span>
        </div>
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">{texts.entry.account}</th>
              <th scope="col">{texts.entry.amount}</th>
              <th scope="col">{texts.entry.after}</th>
            </tr>
          </thead>
          <tbody>
            {entry.lines.map((line) => (
              <LineRow key={line.lineId} line={line} hidden={hidden} />
            ))}
          </tbody>
        </table>
      </Card>
      <Card pad className={styles.facts}>
        <KeyValues
          items={[
            { key: 'kind', label: texts.entry.kind, value: texts.events[entry.event] ?? entry.event },
            ...(entry.why === null
              ? []
              : [{ key: 'why', label: texts.entry.why, value: entry.why[language] }]),
            {
              key: 'reference',
              label: texts.entry.reference,
              value: cause ? (
                <>
                  {texts.entry[cause.kind]}{' '}
                  <TextLink inline href={cause.path}>
                    <span className="mono">{displayId(entry.reference)}</span>
                  </TextLink>
                </>
              ) : (
                <span className="mono">{displayId(entry.reference)}</span>
              ),
            },
            {
              key: 'posted',
              label: texts.entry.posted,
              value: `${formatDate(entry.postedAt)} ${exactTimeText(entry.postedAt)}`,
            },
          ]}
        />
      </Card>
      <p className={styles.foot}>{texts.entry.foot}</p>
    </>
  )
}

const nameOf = (row: QuoteRow | undefined, symbol: string, language: Language): string =>
  row === undefined ? symbol : shortNameIn(language, row)

const costs = ['fee', 'tax', 'borrowFee', 'loan', 'interest', 'collateral', 'owed'] as const

interface TradeProps {
  readonly trade: NonNullable<Entry['trade']>
  readonly change: bigint
  readonly hidden: boolean
}

/** The fill as lines that add up to the change of cash; shares beside it, in their own unit. */
const Trade = ({ trade, change, hidden }: TradeProps) => {
  const texts = fundsTexts.use().entry
  const language = useLanguage()
  const amount = (value: string | bigint) => (hidden ? '••••' : formatMoney(value, { plus: true }))
  const shares = `${trade.side === 'buy' ? '+' : MINUS}${formatMoney(BigInt(trade.quantity) * 100n).slice(0, -3)}`
  return (
    <Card pad as="section">
      <KeyValues
        items={[
          {
            key: 'value',
            label: `${texts.value[trade.side]} ${texts.valueHow(priceText(trade.price), formatQuantity(sharesOf(BigInt(trade.quantity)), language))}`,
            value: amount(trade.value),
          },
          ...costs
            .filter((key) => key === 'fee' || key === 'tax' || trade[key] !== '0')
            .map((key) => ({ key, label: texts.costs[key], value: amount(trade[key]) })),
          { key: 'change', label: texts.change, value: amount(change), sum: true },
          {
            key: 'shares',
            label: texts.shares(trade.symbol),
            value: texts.inShares(hidden ? '••••' : shares),
          },
        ]}
      />
    </Card>
  )
}

/** Shares are whole numbers; money is in hundredths. */
const amountOf = (asset: string, amount: string, plus: boolean): string => {
  const text = formatMoney(asset.startsWith('stk:') ? BigInt(amount) * 100n : amount, { plus })
  return asset.startsWith('stk:') ? text.slice(0, -3) : text
}

const LineRow = ({ line, hidden }: { readonly line: Line; readonly hidden: boolean }) => {
  const texts = fundsTexts.use()
  const kind = kindOf(line.account)
  const due = dueOf(line.account)
  return (
    <tr>
      <th scope="row">
        {line.asset.startsWith('stk:')
          ? `${texts.entry.shares(line.asset.slice(4))} `
          : line.asset === 'TWD'
            ? ''
            : `${line.asset} `}
        {texts.accounts[kind] ?? kind}
        <small>{due === undefined ? kind : `${kind} ${due}`}</small>
      </th>
      <td>{hidden ? '••••' : amountOf(line.asset, line.amount, true)}</td>
      <td>{hidden ? '••••' : amountOf(line.asset, line.balanceAfter, false)}</td>
    </tr>
  )
}
