// What was imported about the company, each figure with its source and date, and how the security can be traded.

import type { DataOf } from '@fairlot/contract'
import { useLanguage } from '@fairlot/app-shell/language'
import { displayCompact, formatMoney } from '@fairlot/money'
import { percentBp } from '@fairlot/rules/figures'
import { Card, KeyValues, Note, Section } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { DividendLine } from '#features/corporate-actions'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'
import { countText, lotsText, priceText, signedText } from '../figures.ts'
import { Allowed } from './Allowed.tsx'
import { Bars } from './Bars.tsx'
import { fundamentalsTexts } from './texts/index.ts'
import styles from './Fundamentals.module.css'

type Data = DataOf<'/stock/readFundamentals'>
type Imported = Pick<NonNullable<Data['valuation']>, 'market' | 'source' | 'asOf'>

export const Fundamentals = ({ symbol }: { readonly symbol: string }) => {
  const read = useRead('/stock/readFundamentals', { symbol }, { staleTime: 600_000 })
  const isMember = useSession() !== null
  return (
    <>
      {isMember ? <DividendLine symbol={symbol} /> : null}
      <Answered read={read}>{(data) => <Imports data={data} />}</Answered>
      <Allowed symbol={symbol} />
    </>
  )
}

const Imports = ({ data }: { readonly data: Data }) => {
  const texts = fundamentalsTexts.use()
  const { valuation, earnings, revenue, dividends, institutions, margin } = data
  const missing = (
    [
      ['valuation', valuation],
      ['earnings', earnings[0]],
      ['revenue', revenue[0]],
      ['dividends', dividends[0]],
      ['institutions', institutions],
      ['margin', margin],
    ] as const
  ).filter(([, row]) => row == null)
  if (missing.length === 6) return <Note className={styles.note}>{texts.none}</Note>
  return (
    <>
      {valuation === null ? null : <ValuationPart row={valuation} />}
      {earnings.length === 0 ? null : <EarningsPart rows={earnings} />}
      {revenue.length === 0 ? null : <RevenuePart rows={revenue} />}
      {dividends.length === 0 ? null : <DividendsPart rows={dividends} />}
      {institutions === null ? null : <InstitutionsPart row={institutions} />}
      {margin === null ? null : <MarginPart row={margin} />}
      <Note className={styles.note}>
        {texts.about}
        {missing.length === 0 ? null : ` ${texts.missing(missing.map(([name]) => texts.names[name]))}`}
      </Note>
    </>
  )
}

interface PartProps {
  readonly name: keyof Data
  readonly from: Imported
  readonly children: ReactNode
}

/** A section with its source and the date of its file. */
const Part = ({ name, from, children }: PartProps) => {
  const texts = fundamentalsTexts.use()
  const { market, source, asOf } = from
  return (
    <Section title={texts.names[name]} small>
      <p className={styles.source}>
        {texts.source(texts.markets[market], source, asOf.replaceAll('-', '/'))}
      </p>
      <Card pad>{children}</Card>
    </Section>
  )
}

interface Stat {
  readonly label: string
  readonly text: string
  readonly aside?: string
}

const Stats = ({ items }: { readonly items: readonly Stat[] }) => (
  <dl className={styles.stats}>
    {items.map(({ label, text, aside }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className="num">
          {text} {aside === undefined ? null : <small>{aside}</small>}
        </dd>
      </div>
    ))}
  </dl>
)

const ValuationPart = ({ row }: { readonly row: NonNullable<Data['valuation']> }) => {
  const texts = fundamentalsTexts.use()
  return (
    <Part name="valuation" from={row}>
      <Stats
        items={[
          { label: texts.pe, text: row.pe === null ? texts.noPe : priceText(row.pe) },
          { label: texts.yield, text: row.yieldBp === null ? texts.absent : `${priceText(row.yieldBp)}%` },
          { label: texts.pb, text: row.pb === null ? texts.absent : priceText(row.pb) },
        ]}
      />
    </Part>
  )
}

const quarterOf = (period: string): number => Math.ceil(Number(period.slice(5, 7)) / 3)

const EarningsPart = ({ rows }: { readonly rows: Data['earnings'] }) => {
  const texts = fundamentalsTexts.use()
  return (
    <Part name="earnings" from={rows[0]!}>
      <p className={styles.caption}>{texts.sinceYear}</p>
      <Bars
        items={rows.toReversed().map(({ period, eps }) => ({
          key: period,
          label: texts.quarter(period.slice(0, 4), quarterOf(period)),
          value: eps ?? 0,
          text: eps === null ? texts.absent : signless(eps),
        }))}
      />
    </Part>
  )
}

const signless = (hundredths: number): string => formatMoney(BigInt(hundredths))

const RevenuePart = ({ rows }: { readonly rows: Data['revenue'] }) => {
  const texts = fundamentalsTexts.use()
  const language = useLanguage()
  const newest = rows[0]!
  // Thousands of dollars.
  const amount = (thousands: number) => displayCompact(BigInt(thousands) * 100_000n, language)
  const change = (before: number | null): string => {
    const bp = before === null ? null : percentBp(BigInt(newest.revenue - before), BigInt(before))
    return bp === null ? texts.absent : `${formatMoney(BigInt(bp), { plus: true })}%`
  }
  const month = (period: string) => texts.month(period.slice(0, 4), period.slice(5, 7))
  return (
    <Part name="revenue" from={newest}>
      <Stats
        items={[
          { label: month(newest.period), text: amount(newest.revenue) },
          { label: texts.overYear, text: change(newest.yearBefore) },
          { label: texts.overMonth, text: change(newest.monthBefore) },
        ]}
      />
      {rows.length < 2 ? null : (
        <Bars
          dense
          items={rows.toReversed().map(({ period, revenue }) => ({
            key: period,
            label: String(Number(period.slice(5, 7))),
            value: revenue,
            text: amount(revenue),
          }))}
        />
      )}
    </Part>
  )
}

/** Hundred-millionths without the zeros at the end, with at least two decimals. */
const exact = (value: number): string => {
  const digits = String(value).padStart(9, '0')
  const decimals = digits.slice(-8).replace(/0+$/, '').padEnd(2, '0')
  return `${digits.slice(0, -8)}.${decimals}`
}

const DividendsPart = ({ rows }: { readonly rows: Data['dividends'] }) => {
  const texts = fundamentalsTexts.use()
  return (
    <Part name="dividends" from={rows[0]!}>
      <KeyValues
        items={rows.map(({ period, cash, stock }) => ({
          key: period,
          label: texts.exDate(period.replaceAll('-', '/')),
          value:
            [
              ...(cash === null || cash === 0 ? [] : [texts.cash(exact(cash))]),
              ...(stock === null || stock === 0 ? [] : [texts.stock(exact(stock))]),
            ].join(' ') || texts.announced,
        }))}
      />
    </Part>
  )
}

const signedLots = (shares: number): string =>
  `${shares > 0 ? '+' : shares < 0 ? '−' : ''}${lotsText(Math.abs(shares))}`

const InstitutionsPart = ({ row }: { readonly row: NonNullable<Data['institutions']> }) => {
  const texts = fundamentalsTexts.use()
  return (
    <Part name="institutions" from={row}>
      <KeyValues
        items={(['foreign', 'trust', 'dealer', 'total'] as const).map((name) => ({
          key: name,
          label: texts[name],
          value: texts.lots(signedLots(row[name])),
          sum: name === 'total',
        }))}
      />
    </Part>
  )
}

const MarginPart = ({ row }: { readonly row: NonNullable<Data['margin']> }) => {
  const texts = fundamentalsTexts.use()
  const ratio = percentBp(BigInt(row.short), BigInt(row.margin))
  const change = (count: number) => signedText(count * 100).replace(/\.00$/, '')
  return (
    <Part name="margin" from={row}>
      <Stats
        items={[
          {
            label: texts.financing,
            text: countText(row.margin),
            aside: change(row.margin - row.marginBefore),
          },
          { label: texts.lending, text: countText(row.short), aside: change(row.short - row.shortBefore) },
          { label: texts.lendingRatio, text: ratio === null ? texts.absent : `${priceText(ratio)}%` },
        ]}
      />
    </Part>
  )
}
