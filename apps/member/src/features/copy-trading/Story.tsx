import { formatDate, useDay, useMoment } from '#shell/format.ts'
import type { Copy } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

const spanOf = (first: string, last: string, span: (first: string, last: string) => string): string => {
  const [from, to] = [formatDate(first), formatDate(last)]
  return from === to ? from : span(from, to)
}

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
            spanOf(startedAt ?? sentAt, endedAt ?? sentAt, texts.span),
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
