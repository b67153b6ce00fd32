// The day's line by minute: read once, updated by the tape, read again after a gap.

import type { Candle } from '@fairlot/contract/market-data'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '#shell/data.ts'
import { useDetail, useTape } from '../live/index.ts'
import { useFeed } from '#shell/live/use-feed.ts'
import { foldTrades, hasHole, type Series } from './chart/live-candles.ts'

const MAX_ON_TAPE = 60

export const useIntraday = (symbol: string) => {
  const read = useRead('/market/readIntraday', { symbol }, { staleTime: 30_000 })
  const { data, dataUpdatedAt, refetch } = read
  const tape = useTape(symbol)
  const date = useDetail(symbol)?.date
  const { state } = useFeed()
  const [live, setLive] = useState<{ readonly of: number; readonly series: Series }>()
  const newest = useRef(tape)
  useEffect(() => {
    newest.current = tape
  }, [tape])

  useEffect(() => {
    if (data === undefined) return
    setLive({ of: dataUpdatedAt, series: { candles: data.candles, folded: newest.current?.[0]?.[0] ?? 0 } })
  }, [data, dataUpdatedAt])

  useEffect(() => {
    if (tape === undefined) return
    setLive((held) => {
      if (held === undefined) return held
      if (held.series.folded === 0) return { ...held, series: { ...held.series, folded: tape[0]?.[0] ?? 0 } }
      const series = foldTrades(held.series, '1m', tape)
      return series === held.series ? held : { ...held, series }
    })
  }, [tape])

  const isTorn = live !== undefined && tape !== undefined && hasHole(live.series, tape, MAX_ON_TAPE)
  const isNextDay = date !== undefined && data !== undefined && date > data.date
  const wasCut = useRef(false)
  useEffect(() => {
    if (state === 'stale' || state === 'offline') wasCut.current = true
    const isHealed = state === 'live' && wasCut.current
    if (isHealed) wasCut.current = false
    if (isHealed || isTorn || isNextDay) void refetch()
  }, [state, isTorn, isNextDay, refetch])

  const candles: readonly Candle[] = live?.of === dataUpdatedAt ? live.series.candles : (data?.candles ?? [])
  return { read, day: data, candles }
}
