import type { ScreenData } from '@fairlot/contract/market-data'
import { isEmptyScreen, marketDataRules, screenNameFrom } from '@fairlot/rules/market-data'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import { insertScreen, lockScreens, readScreens, updateScreen } from './store.ts'

/**
 * One of the same name is replaced, so a retry saves the same screen again and needs no key. Refuses:
 * `screener.name`, `screener.empty`, `screener.full`.
 */
export async function saveScreen(
  db: Db,
  memberId: string,
  text: string,
  screen: ScreenData,
  now: Date,
): Promise<Outcome<{ id: string }>> {
  const name = screenNameFrom(text)
  if (name === undefined) return refuse('screener.name', { field: 'name' })
  if (isEmptyScreen(screen)) return refuse('screener.empty', { field: 'screen' })
  const { maxScreens } = marketDataRules
  return db.transaction(async (tx): Promise<Outcome<{ id: string }>> => {
    await lockScreens(tx, memberId)
    const saved = await readScreens(tx, memberId)
    const same = saved.find((each) => each.name === name)
    if (same) {
      await updateScreen(tx, same.id, screen, now)
      return done({ id: same.id })
    }
    if (saved.length >= maxScreens.default) {
      return refuse('screener.full', { params: { max: maxScreens.default }, rule: maxScreens.id })
    }
    const id = newId(now.getTime())
    await insertScreen(tx, { id, memberId, name, screen, now })
    return done({ id })
  })
}
