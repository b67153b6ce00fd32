// A loan before it is asked for: how much, against which holdings, how long, and what it costs in full.

import { Card, Checkbox, Note, Section, Segments, StackedBar } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { creditTermDays } from '@fairlot/contract/credit/states'
import { borrowableOf, costOf, creditRatio, pledgeValue, supportedBy } from '@fairlot/rules/credit'
import { useLanguage } from '@fairlot/app-shell/language'
import { lazy, Suspense, useState } from 'react'
import { AmountField, minorOf } from '#features/funds'
import { Answered } from '#shell/Answered.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { CallRuler } from './CallRuler.tsx'
import { Cost, type Wanted } from './Cost.tsx'
import { FormBar } from './FormBar.tsx'
import { RecordsButton } from './RecordsButton.tsx'
import { creditTexts } from './texts/index.ts'
import {
  addDays,
  type Overview,
  priceText,
  rateText,
  ratioText,
  sharesText,
  shortDay,
  useOverview,
} from './use-credit.ts'
import styles from './Credit.module.css'

const ConfirmSheet = lazy(() => import('./ConfirmSheet.tsx').then((file) => ({ default: file.ConfirmSheet })))

export const BorrowView = () => {
  const read = useOverview()
  return read.data === undefined ? (
    <RouteScreen>
      <Answered read={read}>{() => null}</Answered>
    </RouteScreen>
  ) : (
    <Form overview={read.data} />
  )
}

const percentPpm = (ppm: number): string => rateText(ppm).replace(/\.00%$/, '%')

const Form = ({ overview }: { readonly overview: Overview }) => {
  const texts = creditTexts.use().form
  const { holdings, today, terms: shown } = overview
  const terms = { financing: shown.financingPpm, step: Number(shown.step), max: Number(shown.max) }
  const [typed, setTyped] = useState('')
  const [unchosen, setUnchosen] = useState<readonly string[]>([])
  const [term, setTerm] = useState<string>('90')
  const [isChecking, setChecking] = useState(false)
  const chosen = holdings.filter(({ symbol }) => !unchosen.includes(symbol))
  const borrowable = overview.loan === null ? borrowableOf(terms, BigInt(overview.limit), chosen) : 0n
  const amount = minorOf(typed) ?? 0n
  const termDays = Number(term)
  const wanted: Wanted = { amount, termDays, chosen, dueOn: addDays(today, termDays), aprPpm: shown.aprPpm }
  const problem =
    chosen.length === 0
      ? texts.choose
      : amount === 0n
        ? texts.enter
        : amount < BigInt(shown.min)
          ? texts.tooLow(formatMoney(shown.min))
          : amount % BigInt(shown.step) !== 0n
            ? texts.step(formatMoney(shown.step))
            : amount > borrowable
              ? texts.tooHigh(formatMoney(borrowable))
              : undefined
  const toggle = (symbol: string) =>
    setUnchosen(unchosen.includes(symbol) ? unchosen.filter((one) => one !== symbol) : [...unchosen, symbol])
  const { total } = costOf(amount, shown.aprPpm, termDays)
  return (
    <RouteScreen
      trailing={<RecordsButton />}
      footer={
        <FormBar
          figure={{ label: texts.toRepay(shortDay(wanted.dueOn)), value: formatMoney(total) }}
          problem={problem}
          onSend={() => setChecking(true)}
        >
          {texts.check(formatMoney(amount))}
        </FormBar>
      }
    >
      <div className={styles.cards}>
        <Card as="section" className={styles.card}>
          <AmountField
            label={texts.amount}
            symbol="NT$"
            value={typed}
            onChange={setTyped}
            aside={<span className={styles.small}>{texts.can(formatMoney(borrowable))}</span>}
            error={amount > 0n ? problem : undefined}
            help={texts.steps(formatMoney(shown.min), formatMoney(shown.step))}
          >
            <StackedBar
              thin
              label={texts.can(formatMoney(borrowable))}
              shares={[
                {
                  key: 'amount',
                  share: borrowable === 0n ? 0 : Number(amount) / Number(borrowable),
                  tone: 'brand',
                },
              ]}
            />
          </AmountField>
        </Card>
        <Section
          title={texts.holdings}
          small
          className={styles.group}
          aside={<span className={styles.small}>{texts.part(percentPpm(shown.financingPpm))}</span>}
        >
          <Card as="ul" rows className={styles.stocks}>
            {holdings.map((stock) => (
              <li key={stock.symbol} className={styles.stockRow}>
                <Checkbox checked={!unchosen.includes(stock.symbol)} onChange={() => toggle(stock.symbol)}>
                  <StockLine
                    stock={stock}
                    supported={supportedBy({ ...terms, step: 1 }, [stock])}
                    isChosen={!unchosen.includes(stock.symbol)}
                  />
                </Checkbox>
              </li>
            ))}
          </Card>
        </Section>
        <div className={styles.term}>
          <h2>{texts.term}</h2>
          <Segments
            compact
            label={texts.term}
            value={term}
            onChange={setTerm}
            items={creditTermDays.map((days) => ({ value: String(days), label: texts.days(days) }))}
          />
        </div>
        <Cost wanted={wanted} />
        <Call wanted={wanted} callRatioBp={shown.callRatioBp} />
        <Note tone="warn">{texts.risk(ratioText(shown.callRatioBp), shown.callDays)}</Note>
      </div>
      <Suspense>
        {isChecking ? <ConfirmSheet wanted={wanted} onClose={() => setChecking(false)} /> : null}
      </Suspense>
    </RouteScreen>
  )
}

interface StockProps {
  readonly stock: Overview['holdings'][number]
  readonly supported: bigint
  readonly isChosen: boolean
}

const StockLine = ({ stock, supported, isChosen }: StockProps) => {
  const language = useLanguage()
  const { nameTw, nameEn, symbol, shares, price } = stock
  return (
    <span className={styles.stock}>
      <span>
        {language === 'tw' ? nameTw : nameEn} <span className={styles.small}>{symbol}</span>
        <small>
          {sharesText(shares, language)} × {priceText(price)} = {formatMoney(pledgeValue([stock]))}
        </small>
      </span>
      <span className={isChosen ? styles.chosen : styles.unchosen}>{formatMoney(supported)}</span>
    </span>
  )
}

interface CallProps {
  readonly wanted: Wanted
  readonly callRatioBp: number
}

const Call = ({ wanted: { amount, chosen }, callRatioBp }: CallProps) => {
  const texts = creditTexts.use().form
  if (amount === 0n || chosen.length === 0) return null
  return (
    <Card as="section" className={styles.card}>
      <p>{texts.callTitle}</p>
      <CallRuler
        pledges={chosen}
        owed={amount}
        ratioBp={creditRatio(pledgeValue(chosen), amount)}
        callRatioBp={callRatioBp}
      />
    </Card>
  )
}
