// The open positions as last shown, for when the app is opened again without a network. They belong to the signed-in
// member and are deleted at log-out.

import type { DataOf } from '@fairlot/contract'
import { currentSession } from '#shell/session.ts'
import { read, write } from '#shell/storage.ts'

type Page = DataOf<'/positions/listPositions'>

export interface KeptPositions {
  readonly at: number
  readonly pages: readonly Page[]
}

/** Undefined for another member, and for anything else. */
export const keptFrom = (text: string | null, account: string): KeptPositions | undefined => {
  if (text === null) return undefined
  try {
    const kept = JSON.parse(text) as Partial<KeptPositions & { account: string }> | null
    if (kept?.account !== account || account === '') return undefined
    if (typeof kept.at !== 'number' || !Array.isArray(kept.pages)) return undefined
    return { at: kept.at, pages: kept.pages as Page[] }
  } catch {
    return undefined
  }
}

const account = () => currentSession()?.account ?? ''

export const readKept = (): KeptPositions | undefined => keptFrom(read('positions-shown'), account())

/** The first page is what a screen shows. */
export const keepPositions = (pages: readonly Page[], at: number): void => {
  if (account() !== '')
    write('positions-shown', JSON.stringify({ account: account(), at, pages: pages.slice(0, 1) }))
}
