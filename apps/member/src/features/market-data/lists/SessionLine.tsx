// The market's phase, on the server's clock, and the time until it changes.

import { cx, Triangle } from '@fairlot/ui'
import { useFeed } from '#shell/live/use-feed.ts'
import { leftText, secondText, whenText } from './clock-text.ts'
import { listsTexts } from './texts/index.ts'
import { isAuction, useMarketSession } from './use-market-session.ts'
import { useNow } from '#shell/live/use-now.ts'
import styles from './SessionLine.module.css'

interface Counts {
  readonly rising: number
  readonly flat: number
  readonly falling: number
}

interface Props {
  /** How many rise and fall; shown during continuous trading, when nothing is more urgent. */
  readonly counts?: Counts | undefined
}

/** This close to the next phase the countdown gets its own line. */
const SOON_MS = 30 * 60_000

export const SessionLine = ({ counts }: Props) => {
  const texts = listsTexts.use()
  const session = useMarketSession()
  const feed = useFeed()
  const now = useNow(1_000) + (session?.offset ?? 0)
  const isOld = feed.state === 'stale' || feed.state === 'offline'
  const tally = counts === undefined ? null : <Tally counts={counts} pale={isOld} />
  if (feed.state === 'offline')
    return (
      <div className={styles.session}>
        <span className={cx(styles.state, styles.crit)}>{texts.offline.line}</span>
        <span className={styles.aside}>{texts.offline.later}</span>
      </div>
    )
  if (feed.state === 'stale')
    return (
      <div className={styles.session}>
        <span className={cx(styles.state, styles.warn)}>{texts.stale.line}</span>
        {tally}
      </div>
    )
  if (session === undefined) return <div className={styles.session}>{tally}</div>
  const { phase, next } = session.data
  const left = next.at - now
  const countdown = texts.left(texts.next[next.phase](whenText(next.at, now)), leftText(left, texts))
  const isCalm = phase === 'continuous' && counts !== undefined
  return (
    <>
      <div className={styles.session}>
        <span
          className={cx(styles.state, isAuction(session) && styles.warn, phase === 'closed' && styles.off)}
        >
          {texts.phases[phase]} <span className="num">{secondText(now)}</span>
        </span>
        {isCalm ? tally : <span className={styles.aside}>{countdown}</span>}
      </div>
      {isCalm && left < SOON_MS ? <div className={cx(styles.session, styles.soon)}>{countdown}</div> : null}
    </>
  )
}

const Tally = ({ counts, pale }: { counts: Counts; pale: boolean }) => {
  const texts = listsTexts.use()
  return (
    <span className={cx('num', styles.tally, pale && styles.pale)}>
      <span className={styles.up}>
        {pale ? null : <Triangle direction="up" />}
        {texts.rising} {counts.rising}
      </span>
      <span className={styles.flat}>
        {texts.flat} {counts.flat}
      </span>
      <span className={styles.down}>
        {pale ? null : <Triangle direction="down" />}
        {texts.falling} {counts.falling}
      </span>
    </span>
  )
}
