// The chart as a table: for screen readers, for the keyboard, and for reading exact figures. It has every candle of the
// chart, newest first, and can be saved as a file.

import type { Candle, Period } from '@fairlot/contract/market-data'
import { isMinutePeriod } from '@fairlot/rules/market-data'
import {
  Button,
  cx,
  ErrorState,
  Screen,
  ScreenBody,
  Bar,
  Segments,
  SimulatedMark,
  SkeletonRows,
} from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { useBack } from '#shell/back.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { isSimulated, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import type { QuoteData } from '@fairlot/contract/market-data'
import { shortNameIn } from '../lists/figures.ts'
import { type LiveDetail } from '../live/index.ts'
import { useFeed } from '#shell/live/use-feed.ts'
import { candlesCsv, saveCsv } from './candles-csv.ts'
import { changeTexts, countText, directionOf, lotsText, priceText } from './figures.ts'
import { standingOf } from './standing.ts'
import { detailTexts } from './texts/index.ts'
import { moreTexts } from './texts/more/index.ts'
import { candleTimeText, dayText, simulatedText } from './times.ts'
import { Unknown } from './Unknown.tsx'
import { PricesSwitch } from './PricesSwitch.tsx'
import { useCandles, type Candles } from './use-candles.ts'
import { useQuote } from './use-quote.ts'
import { useSymbol } from './use-symbol.ts'
import styles from './TableView.module.css'

const LONG_PRICE = 100_000

const candlePeriods = ['1m', '3m', '15m', '30m', 'day', 'month', 'year'] as const satisfies Period[]

export const TableView = () => {
  const symbol = useSymbol()
  return symbol === '' ? <Unknown /> : <Loaded key={symbol} symbol={symbol} />
}

const Loaded = ({ symbol }: { readonly symbol: string }) => {
  const { facts, live, read, isUnknown } = useQuote(symbol)
  const { readFailed, retry, loading, back } = shellTexts.use()
  const goBack = useBack()
  if (isUnknown) return <Unknown />
  if (facts !== undefined && live !== undefined) return <Table facts={facts} live={live} />
  return (
    <Screen>
      <Bar title={symbol} back={{ label: back, onPress: goBack }} />
      <ScreenBody>
        {read.isError ? (
          <ErrorState
            title={readFailed.title}
            text={readFailed.text}
            retry={{ label: retry, onPress: () => void read.refetch(), busy: read.isFetching }}
          />
        ) : (
          <SkeletonRows label={loading} count={8} />
        )}
      </ScreenBody>
    </Screen>
  )
}

const Table = ({ facts, live }: { readonly facts: QuoteData; readonly live: LiveDetail }) => {
  const texts = detailTexts.use()
  const { table } = moreTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const site = useSite()
  const feed = useFeed()
  const navigate = useNavigate()
  const back = useBack()
  const search = useSearch()
  const setSearch = useSetSearch()
  const period = candlePeriods.find((name) => name === search.get('period')) ?? 'day'
  const { symbol } = facts
  const data = useCandles(symbol, period)
  const { candles } = data
  const name = shortNameIn(language, facts)
  const summary = useSummary(period, candles, live, standingOf(live, feed).price)
  const toChart = () =>
    navigate(`/market/marketDetail?${new URLSearchParams({ symbol, period })}`, { replace: true })
  return (
    <Screen>
      <Bar
        title={table.title(name, symbol, texts.kOf[period])}
        back={{ label: shell.back, onPress: back }}
        mark={isSimulated(site) ? <SimulatedMark>{shell.simulated.market}</SimulatedMark> : undefined}
      />
      <ScreenBody className={styles.body}>
        <div className={styles.head}>
          <p className="lead">{summary}</p>
          <div className={styles.tools}>
            <Segments
              compact
              label={table.shape}
              value="table"
              onChange={toChart}
              items={[
                { value: 'chart', label: table.chart },
                { value: 'table', label: table.table },
              ]}
            />
            <Button
              kind="quiet"
              small
              icon="download"
              onPress={() => saveCsv(`${symbol}-${period}.csv`, candlesCsv(period, candles, table))}
            >
              {table.csv}
            </Button>
          </div>
          <Segments
            compact
            label={texts.periods.label}
            value={period}
            onChange={(next) => setSearch('period', next)}
            items={candlePeriods.map((value) => ({ value, label: texts.periods[value] }))}
          />
          <PricesSwitch has={data.hasExDates} />
        </div>
        {data.failed === undefined ? (
          <CandleTable period={period} candles={candles} />
        ) : (
          <ErrorState
            title={shell.readFailed.title}
            text={shell.readFailed.text}
            retry={{ label: shell.retry, onPress: data.retry }}
          />
        )}
        <Foot period={period} data={data} />
      </ScreenBody>
    </Screen>
  )
}

const CandleTable = ({
  period,
  candles,
}: {
  readonly period: Period
  readonly candles: readonly Candle[]
}) => {
  const texts = detailTexts.use()
  const { table } = moreTexts.use()
  // Four prices of 1,080.00 and their change need the full width.
  const isLong = candles.some((candle) => candle[2] >= LONG_PRICE)
  return (
    <table className={cx('num', styles.table, isLong && styles.long)}>
      <caption className="visually-hidden">{table.caption(texts.spokenPeriods[period])}</caption>
      <thead>
        <tr>
          <th scope="col">{isMinutePeriod(period) ? table.time : table.date}</th>
          <th scope="col">{table.open}</th>
          <th scope="col">{table.high}</th>
          <th scope="col">{table.low}</th>
          <th scope="col">{table.close}</th>
          <th scope="col">{table.change}</th>
        </tr>
      </thead>
      <tbody>
        {candles
          .map((candle, at) => ({ candle, before: candles[at - 1]?.[4] }))
          .toReversed()
          .map(({ candle: [at, open, high, low, close, volume], before }) => {
            const change = before === undefined ? undefined : changeTexts(close, before)
            const direction = before === undefined ? 'flat' : directionOf(close, before)
            return (
              <tr key={at}>
                <th scope="row">
                  {period === 'day' ? dayText(at) : candleTimeText(period, at)}
                  <span className="visually-hidden">
                    {' '}
                    {table.volume} {lotsText(volume)}
                  </span>
                </th>
                <td>{priceText(open)}</td>
                <td>{priceText(high)}</td>
                <td>{priceText(low)}</td>
                <td className={cx(styles.close, styles[direction])}>{priceText(close)}</td>
                <td className={styles[direction]}>{change?.signed ?? '—'}</td>
              </tr>
            )
          })}
      </tbody>
    </table>
  )
}

const Foot = ({ period, data }: { readonly period: Period; readonly data: Candles }) => {
  const { chart } = detailTexts.use()
  const { table } = moreTexts.use()
  return (
    <div className={styles.foot}>
      {data.more ? (
        <Button kind="quiet" loading={data.isLoadingOlder} onPress={data.loadOlder}>
          {data.isLoadingOlder ? table.loading : table.more}
        </Button>
      ) : data.isReady ? (
        <p>{data.candles.length === 0 ? chart.empty : table.end}</p>
      ) : null}
      {data.simulatedBefore === null ? null : (
        <p>{chart.simulated(simulatedText(period, data.simulatedBefore))}</p>
      )}
    </div>
  )
}

/** The chart's content in one sentence. */
const useSummary = (
  period: Period,
  candles: readonly Candle[],
  live: LiveDetail,
  price: number | null,
): string => {
  const texts = detailTexts.use()
  const { summary } = moreTexts.use().table
  if (candles.length === 0) return ''
  const many = countText(candles.length)
  const span =
    period === 'day'
      ? summary.days(many)
      : period === 'month'
        ? summary.months(many)
        : period === 'year'
          ? summary.years(many)
          : summary.bars(many, texts.kOf[period])
  const comma = span.endsWith(' ') ? '' : '，'
  const range = summary.range(
    priceText(Math.max(...candles.map((candle) => candle[2]))),
    priceText(Math.min(...candles.map((candle) => candle[3]))),
  )
  const change = changeTexts(price, live.reference)
  if (change === undefined) return `${span}${comma}${range}`
  const against =
    change.direction === 'up'
      ? summary.higher(change.size, change.percent)
      : change.direction === 'down'
        ? summary.lower(change.size, change.percent)
        : summary.same
  return `${span}${comma}${range}${summary.now(priceText(price))}${against}`
}
