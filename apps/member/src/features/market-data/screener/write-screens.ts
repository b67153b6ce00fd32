import type { ScreenData } from '@fairlot/contract/market-data'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'

const changed = () => refresh('/market/listScreens')

/** Returns whether it succeeded; a refusal has already shown its toast. */
export const deleteScreen = async (screen: string): Promise<boolean> => {
  const { ok } = await call('/market/removeScreen', { screen })
  await changed()
  return ok
}

export const saveScreen = async (name: string, screen: ScreenData) => {
  const answer = await call('/market/saveScreen', { name, screen }, { quiet: 'unanswered' })
  if (answer.ok) await changed()
  return answer
}
