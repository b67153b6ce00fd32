// How a figure is computed: its sentence, the lines that add up to it, what it does not include, where else it is shown,
// and the quote and the position of the ledger it belongs to.

import { formatMoney } from '@fairlot/money'
import { cx, Hash, KeyValues, Sheet, StatusChip } from '@fairlot/ui'
import { formatRate } from '@fairlot/rules/currency-exchange'
import type { ReactNode } from 'react'
import { currencyExchangeTexts } from '#features/currency-exchange'
import { shortNameIn, useNamedRows } from '#features/market-data'
import { useDay, useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { addsUp, dayParts, type FigureName, figureSum, type SumLine } from '../sums.ts'
import { figuresTexts } from '../texts/index.ts'
import type { Account } from '../use-figures.ts'
import { figureSheetTexts } from './texts/index.ts'
import type { FigureSheetTexts } from './texts/tw.ts'
import styles from '../Figures.module.css'

interface Props {
  readonly name: FigureName
  readonly account: Account
  readonly onClose: () => void
}

/** Results carry colour; amounts do not. */
const results: ReadonlySet<FigureName> = new Set(['unrealised', 'dayProfit'])

export const FigureSheet = ({ name, account, onClose }: Props) => {
  const { names, how, howOf } = figuresTexts.use()
  const texts = figureSheetTexts.use()
  const { close, copy } = shellTexts.use()
  const sum = figureSum(name, account)
  const isResult = results.has(name)
  const parts = name === 'dayProfit' ? dayParts(account) : []
  const label = useLabels([...sum.lines, ...parts], account)
  const value = <Signed amount={sum.value} toned={isResult} plus={isResult} />
  const not = notText(texts, name, account)
  const id = `figure.${name} · Q${account.quote} · J${account.ledger}`
  return (
    <Sheet
      open
      onClose={onClose}
      title={howOf(names[name])}
      subject={
        <span className={styles.subject}>
          <small>{how}</small>
          <b>
            {names[name]} {value}
          </b>
        </span>
      }
      closeLabel={close}
    >
      <p className={styles.sentence}>{texts.sentences[name]}</p>
      <div className={styles.box}>
        <KeyValues
          items={[
            ...sum.lines.map((line) => ({
              key: `${line.key} ${line.of ?? ''}`,
              label: label(line),
              value: <Signed amount={line.amount} />,
            })),
            { key: 'sum', label: names[name], value, sum: true },
          ]}
        />
      </div>
      <p className={cx(styles.note, !addsUp(sum) && styles.wrong)}>
        {addsUp(sum) ? texts.added : texts.differs}
      </p>
      {parts.length === 0 ? null : (
        <>
          <h3 className={styles.heading}>{texts.parts}</h3>
          <KeyValues
            dense
            items={[
              ...parts.map((line) => ({
                key: `${line.key} ${line.of ?? ''}`,
                label: label(line),
                value: <Signed amount={line.amount} toned plus />,
              })),
              { key: 'sum', label: texts.sum, value, sum: true },
            ]}
          />
        </>
      )}
      {name === 'total' || name === 'foreign' ? <Rates account={account} lines={name === 'total'} /> : null}
      {not === undefined ? null : (
        <>
          <h3 className={styles.heading}>{texts.not.title}</h3>
          <p className={styles.note}>{not}</p>
        </>
      )}
      <p className={styles.also}>
        <span className={styles.note}>{texts.also}</span>
        {places[name].map((place) => (
          <StatusChip key={place} tone="brand">
            {texts.screens[place]}
          </StatusChip>
        ))}
      </p>
      <Hash text={id} full={id} copy={copy} />
    </Sheet>
  )
}

interface SignedProps {
  readonly amount: bigint
  readonly toned?: boolean
  readonly plus?: boolean
}

const Signed = ({ amount, toned = false, plus = false }: SignedProps) => (
  <span className={cx('num', toned && amount !== 0n && (amount > 0n ? styles.up : styles.down))}>
    {formatMoney(amount, { plus })}
  </span>
)

interface RatesProps {
  readonly account: Account
  /** With the amounts, which the sheet of foreign cash has above. */
  readonly lines: boolean
}

/** The rate of each currency, where it comes from and of when it is. */
const Rates = ({ account, lines }: RatesProps) => {
  const { names } = figuresTexts.use()
  const texts = figureSheetTexts.use()
  const { sources } = currencyExchangeTexts.use()
  const moment = useMoment()
  if (account.foreign.length === 0) return null
  return (
    <>
      {lines ? (
        <>
          <h3 className={styles.heading}>{names.foreign}</h3>
          <KeyValues
            dense
            items={account.foreign.map((one) => ({
              key: one.currency,
              label: rateLabel(one),
              value: <Signed amount={BigInt(one.twd ?? '0')} />,
            }))}
          />
        </>
      ) : null}
      {account.foreign.map(({ currency, amount, rate }) => (
        <p key={currency} className={styles.note}>
          {rate === null
            ? texts.noRate(currency, formatMoney(amount))
            : (rate.stopped === null ? texts.rateFrom : texts.rateStopped)(
                currency,
                sources[rate.source],
                moment(rate.at),
              )}
        </p>
      ))}
    </>
  )
}

const rateLabel = ({ currency, amount, rate }: Account['foreign'][number]): string =>
  rate === null
    ? `${currency} ${formatMoney(amount)}`
    : `${currency} ${formatMoney(amount)} × ${formatRate(BigInt(rate.mid))}`

const useLabels = (lines: readonly SumLine[], account: Account): ((line: SumLine) => ReactNode) => {
  const { names } = figuresTexts.use()
  const texts = figureSheetTexts.use()
  const day = useDay()
  const language = useLanguage()
  const rows = useNamedRows(lines.flatMap(({ key, of }) => (key === 'stock' && of !== undefined ? of : [])))
  return ({ key, of = '' }) => {
    if (key === 'on') return texts.settles(day(of))
    const cash = key === 'foreign-cash' ? account.foreign.find(({ currency }) => currency === of) : undefined
    if (cash !== undefined) return rateLabel(cash)
    if (key !== 'stock') return texts.lines[key] ?? names[key as FigureName]
    const row = rows.get(of)
    return row === undefined ? of : shortNameIn(language, row)
  }
}

function notText({ not }: FigureSheetTexts, name: FigureName, account: Account): string | undefined {
  const { exitCost, buyingPower, unrealised, terms, day } = account
  switch (name) {
    case 'total':
      return not.total(formatMoney(exitCost))
    case 'foreign':
      return not.foreign
    case 'available':
      return not.available(formatMoney(buyingPower))
    case 'withdrawable':
      return terms.unsettled === '0' ? undefined : not.withdrawable(formatMoney(terms.unsettled))
    case 'unrealised':
      return not.unrealised(formatMoney(day.profit, { plus: true }))
    case 'dayProfit':
      return not.dayProfit(formatMoney(exitCost), formatMoney(unrealised, { plus: true }))
    default:
      return undefined
  }
}

type Place = keyof FigureSheetTexts['screens']

const parts = ['mine', 'profit', 'statement'] as const satisfies readonly Place[]
const places: Readonly<Record<FigureName, readonly Place[]>> = {
  total: ['home', ...parts],
  available: ['home', 'wallet', 'trade', ...parts],
  held: ['wallet', 'trade', ...parts],
  unsettled: ['wallet', 'trade', ...parts],
  collateral: parts,
  foreign: ['wallet', ...parts],
  marketValue: parts,
  loans: parts,
  buyingPower: ['trade', 'mine'],
  withdrawable: ['wallet', 'mine'],
  unrealised: ['positions', 'profit'],
  dayProfit: ['home', 'mine', 'profit'],
}
