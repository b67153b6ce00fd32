import type { ScreenData } from '@fairlot/contract/market-data'
import { marketDataRules, matchesScreen } from '@fairlot/rules/market-data'
import type { Db } from '#platform/db'
import type { Board } from '../board.ts'
import { readScreens } from './store.ts'

export interface ListedScreens {
  readonly screens: { id: string; name: string; screen: ScreenData; matches: number }[]
  readonly max: number
}

export async function listScreens(db: Db, board: Board, memberId: string): Promise<ListedScreens> {
  const [saved, { rows, figuresOf }] = await Promise.all([readScreens(db, memberId), board.read()])
  return {
    screens: saved.map((each) => ({
      ...each,
      matches: rows.filter((row) => matchesScreen({ ...row, ...figuresOf(row.symbol) }, each.screen)).length,
    })),
    max: marketDataRules.maxScreens.default,
  }
}
