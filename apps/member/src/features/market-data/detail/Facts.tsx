// Facts about the instrument and its day, and the rules it trades by.

import type { DataOf } from '@fairlot/contract'
import { Card, KeyValues, Note, Section, TextLink } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { isSimulated, useSite } from '#shell/site.ts'
import { nameIn } from '../lists/figures.ts'
import { useTurnoverText } from '../lists/use-turnover-text.ts'
import type { LiveDetail } from '../live/index.ts'
import { averageOf, countText, priceText, rangeOf, volumeText } from './figures.ts'
import { moreTexts } from './texts/more/index.ts'
import styles from './Facts.module.css'

const Fundamentals = lazy(() =>
  import('./fundamentals/Fundamentals.tsx').then((file) => ({ default: file.Fundamentals })),
)
const HowSheet = lazy(() => import('./HowSheet.tsx').then((file) => ({ default: file.HowSheet })))

/** Hundredths of a percent without a sign. */
const percentText = (hundredths: number | null) => (hundredths === null ? '—' : `${priceText(hundredths)}%`)

const sharesOfSides = ({ insideVolume, outsideVolume }: LiveDetail): string => {
  const total = insideVolume + outsideVolume
  if (total === 0) return '—'
  const inside = Math.round((insideVolume / total) * 100)
  return `${inside}／${100 - inside}`
}

interface Stat {
  readonly label: string
  readonly text: string
}

const Stats = ({ items }: { readonly items: readonly Stat[] }) => (
  <dl className={styles.stats}>
    {items.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className="num">{text}</dd>
      </div>
    ))}
  </dl>
)

const useTodayStats = (quote: LiveDetail): readonly Stat[] => {
  const { about } = moreTexts.use()
  const turnoverText = useTurnoverText()
  return [
    { label: about.turnover, text: turnoverText(quote.turnover) },
    { label: about.range, text: percentText(rangeOf(quote.high, quote.low, quote.reference)) },
    { label: about.sides, text: sharesOfSides(quote) },
  ]
}

type Instrument = DataOf<'/stock/readStock'>

const useInstrument = (symbol: string) => useRead('/stock/readStock', { symbol }, { staleTime: 600_000 })

/** On the overview: six figures and the source of the prices. */
export const ShortFacts = ({ quote }: { readonly quote: LiveDetail }) => {
  const { about } = moreTexts.use()
  const language = useLanguage()
  const read = useInstrument(quote.symbol)
  const today = useTodayStats(quote)
  return (
    <>
      <Answered read={read}>
        {(facts) => (
          <Stats
            items={[
              { label: about.board, text: about.boards[facts.board] },
              { label: about.industry, text: language === 'tw' ? facts.industryTw : facts.industryEn },
              { label: about.lot, text: about.shares(countText(facts.lotShares)) },
              ...today,
            ]}
          />
        )}
      </Answered>
      <SimulationNote />
    </>
  )
}

export const Facts = ({ quote }: { readonly quote: LiveDetail }) => {
  const { about } = moreTexts.use()
  const read = useInstrument(quote.symbol)
  const today = useTodayStats(quote)
  const [turnover, range, sides] = today
  const year = useYear(quote)
  return (
    <div className={styles.page}>
      <Section title={about.today} small>
        <Card pad>
          <Stats
            items={[
              ...(turnover === undefined ? [] : [turnover]),
              ...(range === undefined ? [] : [range]),
              { label: about.average, text: priceText(averageOf(quote.turnover, quote.volume)) },
              { label: about.trades, text: countText(quote.trades) },
              ...(sides === undefined ? [] : [sides]),
              {
                label: about.fiveDays,
                text: year === undefined ? '—' : volumeText(year.fiveDays),
              },
            ]}
          />
          {year === undefined ? null : <YearBand year={year} last={quote.last ?? quote.reference} />}
        </Card>
      </Section>
      <Section title={about.rules} small>
        <Card pad>
          <Answered read={read}>{(facts) => <Rules facts={facts} quote={quote} />}</Answered>
        </Card>
      </Section>
      <Suspense>
        <Fundamentals symbol={quote.symbol} />
      </Suspense>
      <SimulationNote />
    </div>
  )
}

const Rules = ({ facts, quote }: { readonly facts: Instrument; readonly quote: LiveDetail }) => {
  const { about } = moreTexts.use()
  const language = useLanguage()
  return (
    <KeyValues
      items={[
        // The bar truncates a long name; here it is complete.
        { key: 'name', label: about.name, value: nameIn(language, facts) },
        { key: 'board', label: about.board, value: about.boards[facts.board] },
        { key: 'kind', label: about.kind, value: about.kinds[facts.kind] },
        {
          key: 'industry',
          label: about.industry,
          value: language === 'tw' ? facts.industryTw : facts.industryEn,
        },
        { key: 'lot', label: about.lot, value: about.shares(countText(facts.lotShares)) },
        { key: 'tick', label: about.tick, value: useTick(facts, quote.last ?? quote.reference) },
        {
          key: 'limit',
          label: about.limit,
          value:
            quote.lower === null || quote.upper === null
              ? about.unlimited
              : `${priceText(quote.lower)} – ${priceText(quote.upper)}`,
        },
      ]}
    />
  )
}

/** The tick at today's price, and its price range. */
const useTick = ({ ticks }: Instrument, price: number): string => {
  const { about } = moreTexts.use()
  const at = ticks.findLastIndex(({ from }) => from <= price)
  const band = ticks[at]
  if (band === undefined) return '—'
  const next = ticks[at + 1]
  const whole = (hundredths: number) => priceText(hundredths).replace(/\.00$/, '')
  return next === undefined
    ? about.tickFrom(priceText(band.tick), whole(band.from))
    : about.tickRange(priceText(band.tick), whole(band.from), whole(next.from))
}

interface Year {
  readonly low: number
  readonly high: number
  readonly fiveDays: number
}

/** About 250 trading days are 52 weeks. Today's figures are the live ones. */
const useYear = (quote: LiveDetail): Year | undefined => {
  const read = useRead(
    '/market/listCandles',
    { symbol: quote.symbol, period: 'day', count: 250, adjusted: true },
    { staleTime: 60_000, quiet: true },
  )
  const days = read.data?.candles
  if (days === undefined || days.length === 0) return undefined
  const lastFive = days.slice(-5)
  return {
    low: Math.min(...days.map((day) => day[3]), quote.low ?? Number.POSITIVE_INFINITY),
    high: Math.max(...days.map((day) => day[2]), quote.high ?? 0),
    fiveDays: lastFive.reduce((sum, day) => sum + day[5], 0) / lastFive.length,
  }
}

const YearBand = ({ year, last }: { readonly year: Year; readonly last: number }) => {
  const { about } = moreTexts.use()
  const place = year.high === year.low ? 0.5 : (last - year.low) / (year.high - year.low)
  return (
    <div className={styles.year}>
      <div className={styles.track} aria-hidden="true">
        <b style={{ left: `${Math.min(1, Math.max(0, place)) * 100}%` }} />
      </div>
      <p className="num">
        <span>{about.yearLow(priceText(year.low))}</span>
        <span>{about.yearHigh(priceText(year.high))}</span>
      </p>
    </div>
  )
}

const SimulationNote = () => {
  const { about } = moreTexts.use()
  const isPractice = isSimulated(useSite())
  const [isOpen, setOpen] = useState(false)
  if (!isPractice) return null
  return (
    <>
      <Note className={styles.note}>
        {about.note}
        <TextLink inline className={styles.how} onPress={() => setOpen(true)}>
          {about.how}
        </TextLink>
      </Note>
      {isOpen ? (
        <Suspense>
          <HowSheet open onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
