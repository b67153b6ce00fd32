// Candles of one instrument and period: read by REST, older ones on demand, the last one updated by the live feed.

import type { Candle, Period } from '@fairlot/contract/market-data'
import { isMinutePeriod } from '@fairlot/rules/market-data'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call, type Failed } from '#shell/client.ts'
import { useDetail, useFeed, useTape } from '../live/index.ts'
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
  /** The day's figures at the time they were read. */
  readonly today: Today | undefined
}

export interface Candles {
  readonly candles: readonly Candle[]
  /** Whether older ones exist. */
  readonly more: boolean
  /** Candles that begin before this time were generated, not traded. */
  readonly simulatedBefore: number | null
  readonly isReady: boolean
  readonly failed: Failed | undefined
  readonly loadOlder: () => void
  readonly isLoadingOlder: boolean
  readonly retry: () => void
}

const none: readonly Candle[] = []

export const useCandles = (symbol: string, period: Period): Candles => {
  const key = `${symbol} ${period}`
  const today = useDetail(symbol)
  const tape = useTape(symbol)
  const { state } = useFeed()
  const [read, setRead] = useState<Read>()
  const [failed, setFailed] = useState<{ readonly key: string; readonly why: Failed }>()
  const [tries, setTries] = useState(0)
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const newest = useRef({ today, tape })
  useEffect(() => {
    newest.current = { today, tape }
  }, [today, tape])

  const ask = useCallback(
    async (count: number, options: { readonly before?: number; readonly signal?: AbortSignal }) => {
      const { before, signal } = options
      return call(
        '/market/listCandles',
        { symbol, period, count, ...(before === undefined ? {} : { before }) },
        { quiet: true, ...(signal === undefined ? {} : { signal }) },
      )
    },
    [symbol, period],
  )

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
      const { candles, more, simulatedBefore } = answer.data
      const { today: then, tape: seen } = newest.current
      setRead({ key, candles, more, simulatedBefore, folded: seen?.[0]?.[0] ?? 0, today: then })
    }
    void first()
    return () => abort.abort()
  }, [ask, key, tries])

  /** `all`: after an interruption the last candle is also replaced by the server's; otherwise only closed ones are. */
  const again = useCallback(
    async (all: boolean) => {
      const answer = await ask(AGAIN_COUNT, {})
      if (!answer.ok) return
      const { today: then, tape: seen } = newest.current
      setRead((held) => {
        if (held?.key !== key) return held
        const last = held.candles.at(-1)?.[0] ?? 0
        const news = answer.data.candles.filter(([at]) => all || at < last)
        const candles = joinReadings(held.candles, news)
        return all
          ? { ...held, candles, folded: seen?.[0]?.[0] ?? held.folded, today: then }
          : { ...held, candles }
      })
    },
    [ask, key],
  )

  useEffect(() => {
    if (tape === undefined || !isMinutePeriod(period)) return
    setRead((held) => {
      if (held?.key !== key) return held
      // The tape was empty when they were read, so they already include what is on it now.
      if (held.folded === 0) return { ...held, folded: tape[0]?.[0] ?? 0 }
      const next = foldTrades(held, period, tape)
      return next === held ? held : { ...held, ...next }
    })
  }, [tape, key, period])

  const isTorn = read?.key === key && tape !== undefined && hasHole(read, tape, MAX_ON_TAPE)
  useEffect(() => {
    if (isTorn) void again(true)
  }, [isTorn, again])

  const lastStart = read?.key === key ? read.candles.at(-1)?.[0] : undefined
  useEffect(() => {
    if (lastStart === undefined || !isMinutePeriod(period)) return
    const timer = setTimeout(() => void again(false), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [lastStart, again, period])

  const wasCut = useRef(false)
  useEffect(() => {
    if (state === 'stale' || state === 'offline') wasCut.current = true
    if (state !== 'live' || !wasCut.current) return
    wasCut.current = false
    void again(true)
  }, [state, again])

  const isReady = read?.key === key
  const loadOlder = useCallback(() => {
    const before = read?.candles[0]?.[0]
    if (!isReady || !read.more || before === undefined) return
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
  }, [ask, isReady, key, read])

  const candles = useMemo(() => {
    if (!isReady) return none
    return today === undefined || isMinutePeriod(period)
      ? read.candles
      : withToday(read.candles, period, today, read.today)
  }, [isReady, read, today, period])

  return {
    candles,
    more: isReady && read.more,
    simulatedBefore: isReady ? read.simulatedBefore : null,
    isReady,
    failed: failed?.key === key && !isReady ? failed.why : undefined,
    loadOlder,
    isLoadingOlder,
    retry: () => setTries((before) => before + 1),
  }
}
