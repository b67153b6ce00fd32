// When the next match of odd lots is, at which price it would be, and the best prices.

import { cx } from '@fairlot/ui'
import { minuteText, priceText, useMarketSession } from '#features/market-data'
import { useNow } from '#shell/live/use-now.ts'
import { countText } from '../../figures.ts'
import { oddTexts } from './texts/index.ts'
import { EVERY_MS, untilMatch } from './until-match.ts'
import type { Ticket } from '../use-ticket.ts'
import styles from './OddFields.module.css'

/** Above this the time of day says more than a count of seconds. */
const COUNTED_MS = 60_000

export const OddMatch = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = oddTexts.use()
  const { live } = ticket.source
  const now = useNow(1_000) + (useMarketSession()?.offset ?? 0)
  const { odd } = live
  const next = odd?.next ?? null
  const left = next === null ? null : untilMatch(next, now)
  const seconds = left === null || left > COUNTED_MS ? null : Math.max(1, Math.ceil(left / 1_000))
  const every = countText(EVERY_MS / 1_000)
  const [bid] = odd?.bids[0] ?? []
  const [ask] = odd?.asks[0] ?? []
  return (
    <section className={styles.match} aria-label={texts.match}>
      {seconds === null ? null : (
        <svg viewBox="0 0 40 40" className={styles.ring} aria-hidden="true">
          <circle cx="20" cy="20" r="17" />
          <circle
            cx="20"
            cy="20"
            r="17"
            pathLength="1"
            strokeDasharray={`${Math.min(1, (seconds * 1_000) / EVERY_MS)} 1`}
            className={styles.left}
          />
          <text x="20" y="20" className="num">
            {seconds}
          </text>
        </svg>
      )}
      <div className={styles.when}>
        <b>
          {seconds !== null
            ? texts.next(countText(seconds), every)
            : next === null
              ? texts.closed
              : texts.first(minuteText(next), every)}
        </b>
        {next === null ? null : (
          <small>
            {odd?.indicative
              ? texts.indicative(priceText(odd.indicative.price), countText(odd.indicative.quantity))
              : texts.noIndicative}
          </small>
        )}
      </div>
      <dl className={styles.best}>
        <dt>{texts.bid}</dt>
        <dd className={cx('num', toneOf(bid, live.reference))}>{priceText(bid ?? null)}</dd>
        <dt>{texts.ask}</dt>
        <dd className={cx('num', toneOf(ask, live.reference))}>{priceText(ask ?? null)}</dd>
      </dl>
    </section>
  )
}

const toneOf = (price: number | undefined, reference: number): string | undefined =>
  price === undefined || price === reference ? undefined : price > reference ? styles.up : styles.down
