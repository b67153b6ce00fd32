import { formatDate, useDay, useMoment } from '#shell/format.ts'
import type { Copy } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

/** What happened last, or what happens next. */
export const Story = ({ copy }: { readonly copy: Copy }) => {
  const all = copyTradingTexts.use()
  const texts = all.records
  const moment = useMoment()
  const day = useDay()
  const { state, sentAt, startedAt, endedAt, endReason, promisedAt, pausedAt, isPaused } = copy
  const lines: readonly string[] =
    state === 'under-review'
      ? promisedAt === null
        ? []
        : [texts.waits(moment(promisedAt))]
      : state === 'following'
        ? [
            isPaused && pausedAt !== null
              ? texts.pausedSince(formatDate(pausedAt))
              : texts.fromList(day(copy.startsOn)),
          ]
        : [
            texts.span(formatDate(startedAt ?? sentAt), formatDate(endedAt ?? sentAt)),
            ...(endReason === null ? [] : [all.reasons[endReason]]),
          ]
  return (
    <>
      {lines.map((line) => (
        <span key={line} className={styles.small}>
          {line}
        </span>
      ))}
    </>
  )
}
