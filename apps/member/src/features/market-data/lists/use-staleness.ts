import { useFeed } from '#shell/live/use-feed.ts'
import { ageText, minuteText } from './clock-text.ts'
import { listsTexts } from './texts/index.ts'
import { useNow } from '#shell/live/use-now.ts'

/** The text of every row's pill while prices are not current: their age, or when they were saved. */
export const useStaleness = (): string | undefined => {
  const { state, since } = useFeed()
  const texts = listsTexts.use()
  const isOld = since !== undefined && (state === 'stale' || state === 'offline')
  const now = useNow(isOld && state === 'stale' ? 1_000 : 0)
  if (!isOld) return undefined
  return state === 'offline' ? minuteText(since) : ageText(now - since, texts.stale.pills)
}
