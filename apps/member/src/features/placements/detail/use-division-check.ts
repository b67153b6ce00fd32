// Downloads the whole table and divides again on this phone: every row, the sums and the fingerprint.

import { browserTools, canCheck } from '@fairlot/app-shell/browser-tools'
import type { DataOf } from '@fairlot/contract'
import { allot, listText } from '@fairlot/rules/placements'
import { useOnce } from '@fairlot/ui'
import { useState } from 'react'
import { type Answer, call } from '#shell/client.ts'
import type { Placement } from '../use-placements.ts'

type Row = DataOf<'/placements/table'>['rows'][number]

type DivisionCheck =
  | { readonly state: 'ready' | 'running' | 'failed' | 'impossible' }
  | { readonly state: 'done'; readonly isRight: boolean; readonly rows: number }

export function useDivisionCheck(placement: Placement) {
  const [check, setCheck] = useState<DivisionCheck>({ state: 'ready' })
  const [table, setTable] = useState<readonly Row[]>()
  const { run } = useOnce(async () => {
    if (!canCheck()) return setCheck({ state: 'impossible' })
    setCheck({ state: 'running' })
    const rows = await readTable(placement.placementId)
    if (rows === undefined) return setCheck({ state: 'failed' })
    setTable(rows)
    setCheck({ state: 'done', isRight: await isDivided(placement, rows), rows: rows.length })
  })
  return { check, run, table }
}

/** Undefined when a page could not be read. */
async function readTable(placementId: string): Promise<readonly Row[] | undefined> {
  const rows: Row[] = []
  let from: number | null = 1
  while (from !== null) {
    const answer: Answer<'/placements/table'> = await call(
      '/placements/table',
      { placementId, from },
      { quiet: true },
    )
    if (!answer.ok) return undefined
    rows.push(...answer.data.rows)
    from = answer.data.next
  }
  return rows
}

async function isDivided(placement: Placement, rows: readonly Row[]): Promise<boolean> {
  const text = listText(rows.map(({ ticketId, applied: lots }) => ({ ticketId, lots })))
  const hash = await browserTools.sha256(new TextEncoder().encode(text))
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const again = allot(
    placement,
    rows.map(({ applied: lots, place }) => ({ lots, place })),
  )
  const { mine } = placement
  const own = rows.find(({ ticketId }) => ticketId === mine?.ticketId)
  return (
    hex === placement.listHash &&
    rows.length === placement.applications &&
    rows.every(({ rank, lots }, n) => rank === again[n]!.rank && lots === again[n]!.lots) &&
    (mine?.allotment == null || own?.lots === mine.allotment.lots)
  )
}
