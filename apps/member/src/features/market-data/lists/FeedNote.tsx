// Why the prices below do not move: the feed has stopped, or there is no network.

import { Button, Card, Icon, Note } from '@fairlot/ui'
import { reconnect, useFeed } from '#shell/live/use-feed.ts'
import { ageText, secondText } from './clock-text.ts'
import { listsTexts } from './texts/index.ts'
import { useNow } from '#shell/live/use-now.ts'
import styles from './FeedNote.module.css'

interface Props {
  /** Reloads everything on this screen. */
  readonly onRetry: () => void
  /** Without stored prices the text must not refer to prices "below". */
  readonly empty?: boolean | undefined
}

export const FeedNote = ({ onRetry, empty = false }: Props) => {
  const texts = listsTexts.use()
  const { state, since } = useFeed()
  const now = useNow(state === 'stale' ? 1_000 : 0)
  const retry = () => {
    reconnect()
    onRetry()
  }
  if (since === undefined) return null
  if (state === 'offline')
    return (
      <Card className={styles.offline}>
        <span className={styles.tile}>
          <Icon name="offline" />
        </span>
        <div role="status">
          <strong className={styles.title}>{texts.offline.title}</strong>
          <p className={styles.text}>
            {empty ? texts.offline.nothing : texts.offline.text(secondText(since))}
          </p>
          <Button kind="quiet" small icon="reload" onPress={retry}>
            {texts.offline.retry}
          </Button>
        </div>
      </Card>
    )
  if (state !== 'stale') return null
  return (
    <Note tone="warn" icon="clock" className={styles.stale}>
      <span className={styles.row}>
        <span className={styles.texts}>
          {/* The age keeps counting; a screen reader only announces that the feed stopped. */}
          <strong className={styles.stopped} role="status">
            {texts.stale.title(secondText(since))}
          </strong>
          {texts.stale.text(ageText(now - since, texts.stale.ages))}
        </span>
        <Button kind="quiet" small className={styles.retry} onPress={retry}>
          {texts.stale.retry}
        </Button>
      </span>
    </Note>
  )
}
