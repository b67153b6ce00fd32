// Trade by trade. New ones appear at the top, unless the member has paused the list.

import type { TapeEntry } from '@fairlot/contract/live'
import { Button, Chip, cx, Icon } from '@fairlot/ui'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#shell/client.ts'
import { useTape, type LiveDetail } from '../live/index.ts'
import { Sides } from './Sides.tsx'
import { countText, directionOf, LOT, lotsText, priceText, signedText } from './figures.ts'
import { moreTexts } from './texts/more/index.ts'
import { secondText } from './times.ts'
import styles from './Tape.module.css'

/** From this size on a trade is tinted and can be filtered for. */
const LARGE_LOTS = 50
const PAGE = 100

const isLarge = ([, , , quantity]: TapeEntry) => quantity >= LARGE_LOTS * LOT

/** The newest few, for the overview. */
export const ShortTape = ({ quote, count }: { readonly quote: LiveDetail; readonly count: number }) => {
  const { tape: texts } = moreTexts.use()
  const trades = useTape(quote.symbol)
  if (trades?.length === 0) return <p className={styles.empty}>{texts.empty}</p>
  return (
    <table className={cx('num', styles.short)}>
      <caption className="visually-hidden">{texts.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.time}</th>
          <th scope="col">{texts.price}</th>
          <th scope="col">{texts.lots}</th>
        </tr>
      </thead>
      <tbody>
        {(trades ?? []).slice(0, count).map(([event, at, price, quantity, taker]) => (
          <tr key={event}>
            <td>{secondText(at)}</td>
            <td className={cx(styles.price, styles[directionOf(price, quote.reference)])}>
              {priceText(price)}
            </td>
            <td className={cx(taker === 'buy' ? styles.up : taker === 'sell' ? styles.down : undefined)}>
              {lotsText(quantity)}
              <span className="visually-hidden"> {texts.spokenSides[taker]}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const Tape = ({ quote }: { readonly quote: LiveDetail }) => {
  const { tape: texts } = moreTexts.use()
  const { symbol, reference } = quote
  const live = useTape(symbol)
  const [onlyLarge, setOnlyLarge] = useState(false)
  const [paused, setPaused] = useState<readonly TapeEntry[]>()
  const { older, more, isLoading, load } = useOlder(symbol)
  const newest = live ?? []
  const shown = merge(paused ?? newest, older)
  const waiting = paused === undefined ? 0 : newest.filter(([event]) => event > (paused[0]?.[0] ?? 0)).length
  const rows = onlyLarge ? shown.filter(isLarge) : shown
  const oldest = shown.at(-1)?.[0]
  return (
    <>
      <div className={styles.head}>
        <Sides quote={quote} />
        <div className={styles.tools}>
          <div role="group" aria-label={texts.filter} className={styles.chips}>
            <Chip selected={!onlyLarge} onPress={() => setOnlyLarge(false)}>
              {texts.every}
            </Chip>
            <Chip selected={onlyLarge} onPress={() => setOnlyLarge(true)}>
              <i className={styles.swatch} />
              {texts.large(countText(LARGE_LOTS))}
            </Chip>
          </div>
          <Chip
            selected={paused !== undefined}
            onPress={() => setPaused(paused === undefined ? newest : undefined)}
          >
            <Icon name={paused === undefined ? 'pause' : 'reload'} size={1} />
            {paused === undefined
              ? texts.pause
              : waiting === 0
                ? texts.resumeNone
                : texts.resume(countText(waiting))}
          </Chip>
        </div>
      </div>
      <table className={cx('num', styles.tape)}>
        <caption className="visually-hidden">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.time}</th>
            <th scope="col">{texts.price}</th>
            <th scope="col">{texts.change}</th>
            <th scope="col">{texts.lots}</th>
            <th scope="col">{texts.side}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((trade) => (
            <TapeLine key={trade[0]} trade={trade} reference={reference} />
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        {live !== undefined && rows.length === 0 ? (
          <p>{onlyLarge && shown.length > 0 ? texts.emptyLarge : texts.empty}</p>
        ) : null}
        {more && oldest !== undefined ? (
          <Button kind="quiet" loading={isLoading} onPress={() => void load(oldest)}>
            {isLoading ? texts.loading : texts.more}
          </Button>
        ) : shown.length > 0 ? (
          <p>{texts.end}</p>
        ) : null}
      </div>
    </>
  )
}

const TapeLine = ({ trade, reference }: { readonly trade: TapeEntry; readonly reference: number }) => {
  const { tape: texts } = moreTexts.use()
  const [, at, price, quantity, taker] = trade
  const direction = directionOf(price, reference)
  return (
    <tr className={cx(isLarge(trade) && styles.large)}>
      <td>{secondText(at)}</td>
      <td className={cx(styles.price, styles[direction])}>{priceText(price)}</td>
      <td className={styles[direction]}>{signedText(price - reference)}</td>
      <td className={styles.lots}>{lotsText(quantity)}</td>
      <td className={cx(taker === 'buy' ? styles.up : taker === 'sell' ? styles.down : undefined)}>
        {texts.sides[taker]}
      </td>
    </tr>
  )
}

const merge = (newest: readonly TapeEntry[], older: readonly TapeEntry[]): readonly TapeEntry[] => {
  const last = newest.at(-1)?.[0] ?? Number.POSITIVE_INFINITY
  return [...newest, ...older.filter(([event]) => event < last)]
}

/** Pages back from a trade. Live trades continue meanwhile: the ones they push out are fetched with the next page. */
const useOlder = (symbol: string) => {
  const live = useTape(symbol)
  const [older, setOlder] = useState<readonly TapeEntry[]>([])
  const [more, setMore] = useState(true)
  const [isLoading, setLoading] = useState(false)
  // Trades that the feed's short memory drops stay on the screen: they were already read.
  const [kept, setKept] = useState<readonly TapeEntry[]>([])
  useEffect(() => {
    if (live === undefined) return
    setKept((before) => {
      const oldest = live.at(-1)?.[0] ?? 0
      const newestKept = before[0]?.[0] ?? 0
      return oldest > newestKept && before.length > 0 ? live : mergeTwo(live, before)
    })
  }, [live])
  const load = useCallback(
    async (before: number) => {
      setLoading(true)
      const answer = await call(
        '/market/listTrades',
        { symbol, before, count: PAGE },
        { quiet: 'unanswered' },
      )
      setLoading(false)
      if (!answer.ok) return
      setOlder((held) => mergeTwo(held, answer.data.trades))
      setMore(answer.data.more)
    },
    [symbol],
  )
  return { older: mergeTwo(kept, older), more, isLoading, load }
}

const mergeTwo = (one: readonly TapeEntry[], other: readonly TapeEntry[]): readonly TapeEntry[] => {
  const byEvent = new Map([...other, ...one].map((trade) => [trade[0], trade]))
  return [...byEvent.values()].toSorted((a, b) => b[0] - a[0])
}
