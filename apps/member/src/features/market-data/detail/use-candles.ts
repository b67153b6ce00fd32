// Candles of one instrument and period: read by REST, older ones on demand, the last one updated by the live feed.

import type { Candle, Period } from '@fairlot/contract/market-data'
import { isMinutePeriod } from '@fairlot/rules/market-data'
import { useCallback, useEffect, useMemo, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { call, type Failed } from '#shell/client.ts'
import { useDetail, useTape } from '../live/index.ts'
import { useFeed } from '#shell/live/use-feed.ts'
import { usePricesShown } from './use-prices.ts'
import { foldTrades, hasHole, joinReadings, withToday, type Today } from './chart/live-candles.ts'

/** Enough for the first view, and for MACD to have settled. */
const FIRST_COUNT = 240
const OLDER_COUNT = 300
/** How far back a repeated reading goes: the candle that has just closed, and a few more for late trades. */
const AGAIN_COUNT = 5
/** On the server a closed candle is final a moment after the phone has opened the next. */
const SETTLE_MS = 1_500
const MAX_ON_TAPE = 60

interface Read {
  readonly key: string
  readonly candles: readonly Candle[]
  readonly folded: number
  readonly more: boolean
  readonly simulatedBefore: number | null
  readonly hasExDates: boolean
  /** The day's figures at the time they were read. */
  readonly today: Today | undefined
}

export interface Candles {
  readonly candles: readonly Candle[]
  /** Whether older ones exist. */
  readonly more: boolean
  /** Candles that begin before this time were generated, not traded. */
  readonly simulatedBefore: number | null
  /** Whether adjusted and original prices differ. */
  readonly hasExDates: boolean
  readonly isReady: boolean
  readonly failed: Failed | undefined
  readonly loadOlder: () => void
  readonly isLoadingOlder: boolean
  readonly retry: () => void
}

const none: readonly Candle[] = []

export const useCandles = (symbol: string, period: Period): Candles => {
  const today = useDetail(symbol)
  const tape = useTape(symbol)
  const isAdjusted = usePricesShown() === 'adjusted'
  const source = useSource(symbol, period, today, tape, isAdjusted)
  const { key } = source
  const { read, setRead, failed, retry } = useFirstReading(source)

  useEffect(() => {
    if (tape === undefined || !isMinutePeriod(period)) return
    setRead((held) => {
      if (held?.key !== key) return held
      // The tape was empty when they were read, so they already include what is on it now.
      if (held.folded === 0) return { ...held, folded: tape[0]?.[0] ?? 0 }
      const next = foldTrades(held, period, tape)
      return next === held ? held : { ...held, ...next }
    })
  }, [tape, key, period, setRead])
  useReadAgain(source, period, read, tape, setRead)
  const { loadOlder, isLoadingOlder } = useOlder(source, read, setRead)

  const isReady = read !== undefined
  const candles = useMemo(() => {
    if (read === undefined) return none
    return today === undefined || isMinutePeriod(period)
      ? read.candles
      : withToday(read.candles, period, today, read.today)
  }, [read, today, period])

  return {
    candles,
    more: isReady && read.more,
    simulatedBefore: isReady ? read.simulatedBefore : null,
    hasExDates: isReady && read.hasExDates,
    isReady,
    failed: isReady ? undefined : failed,
    loadOlder,
    isLoadingOlder,
    retry,
  }
}

type Tape = ReturnType<typeof useTape>
type SetRead = Dispatch<SetStateAction<Read | undefined>>

/** Asks for candles, and knows what the feed shows at the time of the answer. */
const useSource = (
  symbol: string,
  period: Period,
  today: Today | undefined,
  tape: Tape,
  adjusted: boolean,
) => {
  const newest = useRef({ today, tape })
  useEffect(() => {
    newest.current = { today, tape }
  }, [today, tape])
  const ask = useCallback(
    async (count: number, options: { readonly before?: number; readonly signal?: AbortSignal }) => {
      const { before, signal } = options
      return call(
        '/market/listCandles',
        { symbol, period, count, adjusted, ...(before === undefined ? {} : { before }) },
        { quiet: true, ...(signal === undefined ? {} : { signal }) },
      )
    },
    [symbol, period, adjusted],
  )
  return { key: `${symbol} ${period} ${adjusted}`, ask, newest }
}
type Source = ReturnType<typeof useSource>

const useFirstReading = ({ key, ask, newest }: Source) => {
  const [read, setRead] = useState<Read>()
  const [failed, setFailed] = useState<{ readonly key: string; readonly why: Failed }>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const first = async () => {
      const answer = await ask(FIRST_COUNT, { signal: abort.signal })
      if (abort.signal.aborted) return
      if (!answer.ok) {
        setFailed({ key, why: answer })
        return
      }
      setFailed(undefined)
      const { candles, more, simulatedBefore, hasExDates } = answer.data
      const { today, tape } = newest.current
      setRead({ key, candles, more, simulatedBefore, hasExDates, folded: tape?.[0]?.[0] ?? 0, today })
    }
    void first()
    return () => abort.abort()
  }, [ask, key, newest, tries])
  return {
    // Of another instrument or period until the answer arrives.
    read: read?.key === key ? read : undefined,
    setRead,
    failed: failed?.key === key ? failed.why : undefined,
    retry: () => setTries((before) => before + 1),
  }
}

/** Reads the last candles again after a gap on the tape, after a candle has closed, and after an interruption. */
const useReadAgain = (
  { key, ask, newest }: Source,
  period: Period,
  read: Read | undefined,
  tape: Tape,
  setRead: SetRead,
) => {
  /** `all`: after an interruption the last candle is also replaced by the server's; otherwise only closed ones are. */
  const again = useCallback(
    async (all: boolean) => {
      const answer = await ask(AGAIN_COUNT, {})
      if (!answer.ok) return
      const { today, tape: seen } = newest.current
      setRead((held) => {
        if (held?.key !== key) return held
        const last = held.candles.at(-1)?.[0] ?? 0
        const news = answer.data.candles.filter(([at]) => all || at < last)
        const candles = joinReadings(held.candles, news)
        return all ? { ...held, candles, folded: seen?.[0]?.[0] ?? held.folded, today } : { ...held, candles }
      })
    },
    [ask, key, newest, setRead],
  )

  const isTorn = read !== undefined && tape !== undefined && hasHole(read, tape, MAX_ON_TAPE)
  useEffect(() => {
    if (isTorn) void again(true)
  }, [isTorn, again])

  const lastStart = read?.candles.at(-1)?.[0]
  useEffect(() => {
    if (lastStart === undefined || !isMinutePeriod(period)) return
    const timer = setTimeout(() => void again(false), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [lastStart, again, period])

  const { state } = useFeed()
  const wasCut = useRef(false)
  useEffect(() => {
    if (state === 'stale' || state === 'offline') wasCut.current = true
    if (state !== 'live' || !wasCut.current) return
    wasCut.current = false
    void again(true)
  }, [state, again])
}

const useOlder = ({ key, ask }: Source, read: Read | undefined, setRead: SetRead) => {
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const loadOlder = useCallback(() => {
    const before = read?.candles[0]?.[0]
    if (read?.more !== true || before === undefined) return
    const older = async () => {
      setLoadingOlder(true)
      const answer = await ask(OLDER_COUNT, { before })
      setLoadingOlder(false)
      if (!answer.ok) return
      setRead((held) =>
        held?.key === key
          ? { ...held, candles: joinReadings(answer.data.candles, held.candles), more: answer.data.more }
          : held,
      )
    }
    void older()
  }, [ask, key, read, setRead])
  return { loadOlder, isLoadingOlder }
}
