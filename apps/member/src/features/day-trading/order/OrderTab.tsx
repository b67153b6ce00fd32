import { Button, Card, Note, Section, SkeletonRows } from '@fairlot/ui'
import { lazy, Suspense } from 'react'
import { FeedNote, minuteText } from '#features/market-data'
import { useNow } from '#shell/live/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { refresh } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { dayTradingTexts } from '../texts/index.ts'
import { type Status, useStatus } from '../use-status.ts'
import { Quota } from './Quota.tsx'
import { Stocks } from './Stocks.tsx'
import styles from './Order.module.css'

const Uncovered = lazy(() => import('./Uncovered.tsx').then((file) => ({ default: file.Uncovered })))

/** How often the clock is checked. */
const CHECK_MS = 10_000

export const OrderTab = ({ onApply }: { readonly onApply: () => void }) => {
  const shell = shellTexts.use()
  const read = useStatus()
  return (
    <Answered read={read} skeleton={<SkeletonRows label={shell.loading} />}>
      {(status) => <Ready status={status} onApply={onApply} />}
    </Answered>
  )
}

const Ready = ({ status, onApply }: { readonly status: Status; readonly onApply: () => void }) => {
  const texts = dayTradingTexts.use()
  const shell = shellTexts.use()
  const now = useNow(CHECK_MS)
  const coverAt = status.autoCoverAt === null ? undefined : Date.parse(status.autoCoverAt)
  const isPassed = status.state === 'passed'
  const isLate = coverAt !== undefined && coverAt <= now
  return (
    <div className={styles.tab}>
      <FeedNote onRetry={() => void refresh('/positions/listPositions')} />
      {isPassed ? (
        <Quota status={status} now={now} />
      ) : (
        <Card pad>
          <h2 className={styles.notYet}>{texts.notYet.title}</h2>
          <p className={styles.prose}>
            {status.state === 'pending' ? texts.notYet.pending : texts.notYet.text}
          </p>
          <Button wide onPress={onApply}>
            {texts.notYet.action}
          </Button>
        </Card>
      )}
      <Section title={texts.uncovered.title} small>
        <Suspense fallback={<SkeletonRows label={shell.loading} count={1} />}>
          <Uncovered />
        </Suspense>
      </Section>
      <Section title={texts.stocks.title} small>
        <Stocks reason={isPassed ? (isLate ? texts.tooLate : undefined) : texts.notYet.title} />
      </Section>
      {coverAt === undefined ? null : (
        <Note tone="warn">{isLate ? texts.tooLate : texts.autoCover(minuteText(coverAt))}</Note>
      )}
    </div>
  )
}
