// The member's chart: indicators, their parameters, and the drawings of each stock. A member's are kept by the server;
// a guest's last as long as the app is open.

import type { BodyOf, Path } from '@fairlot/contract'
import { type ChartSettings, type Drawing, usualSettings } from '@fairlot/contract/market-data/chart'
import { createStore, useStore } from '@fairlot/ui/store'
import { useEffect } from 'react'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { currentSession, onSessionEnd, useSession } from '#shell/session.ts'

const settings = createStore<ChartSettings>(usualSettings)
const drawings = createStore<Readonly<Record<string, readonly Drawing[]>>>({})
/** The code of the index that the chart is compared with. For this visit only. */
const compared = createStore<string | null>(null)
const none: readonly Drawing[] = []

let unsaved = 0
let changedAt = 0

onSessionEnd(() => {
  settings.set(usualSettings)
  drawings.set({})
})

export const useSettings = (): ChartSettings => useStore(settings)
export const useDrawings = (symbol: string): readonly Drawing[] => useStore(drawings)[symbol] ?? none
export const useCompared = (): string | null => useStore(compared)
export const setCompared = (code: string | null): void => compared.set(code)

/** One after the other, so that the last change is the one that stays. */
let queue: Promise<unknown> = Promise.resolve()
const save = <P extends Path>(path: P, body: BodyOf<P>): void => {
  changedAt = Date.now()
  if (currentSession() === null) return
  unsaved += 1
  const send = async () => {
    await call(path, body)
    unsaved -= 1
    // After a refusal it shows again what is kept.
    if (unsaved === 0) await refresh('/market/readChart')
  }
  queue = queue.then(send)
}

export const setSettings = (next: ChartSettings): void => {
  settings.set(next)
  save('/market/saveChartSettings', { settings: next as BodyOf<'/market/saveChartSettings'>['settings'] })
}

export const setDrawings = (symbol: string, next: readonly Drawing[]): void => {
  drawings.set({ ...drawings.get(), [symbol]: next })
  save('/market/saveDrawings', { symbol, drawings: next as BodyOf<'/market/saveDrawings'>['drawings'] })
}

/** Reads what the server keeps. */
export const useKeptChart = (symbol: string): void => {
  const isMember = useSession() !== null
  const { data, dataUpdatedAt } = useRead(
    '/market/readChart',
    { symbol },
    { enabled: isMember, quiet: true, staleTime: 60_000 },
  )
  useEffect(() => {
    if (data === undefined || unsaved > 0 || dataUpdatedAt < changedAt) return
    if (data.settings !== null) settings.set(data.settings)
    drawings.set({ ...drawings.get(), [symbol]: data.drawings })
  }, [data, dataUpdatedAt, symbol])
}
