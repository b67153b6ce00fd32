import { cx, Icon, StatusChip } from '@fairlot/ui'
import { moneyText } from '#kit/money-text.ts'
import { momentText } from '#shell/format.ts'
import { Assignment } from './Assignment.tsx'
import type { Figures } from './figures.ts'
import { queueTexts } from './texts/index.ts'
import { PANE_HEADING } from './use-vote.ts'
import type { ReviewRow } from './view.ts'
import styles from './ReviewPane.module.css'

interface ReviewHeadProps {
  readonly review: ReviewRow
  readonly figures: Figures
  readonly isOpen: boolean
}

/** What the review is about, and what a colleague changed in it. */
export function ReviewHead({ review, figures: { figure, who, amount }, isOpen }: ReviewHeadProps) {
  const all = queueTexts.use()
  const texts = all.pane
  return (
    <>
      <header className={styles.head}>
        <p className={styles.meta}>
          <span className="mono">{review.number}</span>
          <span>
            {all.kinds[review.kind]} · {texts.sent(momentText(review.openedAt))}
            {isOpen ? ` · ${texts.promised(momentText(review.promisedAt))}` : null}
          </span>
          {review.isUrgent && isOpen ? <StatusChip tone="crit">{all.list.urgent}</StatusChip> : null}
        </p>
        <h2 id={PANE_HEADING} className={cx('num', styles.title)} tabIndex={-1}>
          {figure === null ? who || all.kinds[review.kind] : amount}
          {review.change === null ? null : (
            <s className={styles.was}>{moneyText(review.change.from, review.currency)}</s>
          )}
        </h2>
        <p className={styles.sub}>
          {figure === null ? review.member?.account : who}
          {review.openedBy === null ? null : texts.proposedBy(review.openedBy.name)}
        </p>
        {review.member === null ? null : (
          <a className={styles.whole} href={`#/members?member=${review.member.memberId}`}>
            {texts.member}
          </a>
        )}
      </header>
      {isOpen ? <Assignment review={review} /> : null}
      {review.change === null ? null : <Changed change={review.change} currency={review.currency} />}
    </>
  )
}

interface ChangedProps {
  readonly change: NonNullable<ReviewRow['change']>
  readonly currency: string | null
}

function Changed({ change, currency }: ChangedProps) {
  const all = queueTexts.use()
  return (
    <div className={styles.change} role="note">
      <Icon name="warning" size={1.125} />
      <div>
        <b>
          {all.pane.changed(
            moneyText(change.from, currency),
            moneyText(change.to, currency),
            change.by,
            momentText(change.at),
          )}
        </b>
        {change.note === '' ? null : <p>{all.quoted(change.note)}</p>}
      </div>
    </div>
  )
}
