// When the next match of odd lots is, at which price it would be, and the best prices.

import { momentText } from '@fairlot/rules/orders'
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
  const { facts } = ticket.source
  const hours = facts.state === 'closed' || facts.state === 'opening-call' ? facts.oddHours : undefined
  const auctionAt = hours?.kind === 'auction' ? hours.matchAt : null
  const next = auctionAt ?? odd?.next ?? null
  const left = next === null ? null : auctionAt === null ? untilMatch(next, now) : Math.max(0, next - now)
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
            strokeDasharray={`${Math.min(1, (seconds * 1_000) / (auctionAt === null ? EVERY_MS : COUNTED_MS))} 1`}
            className={styles.left}
          />
          <text x="20" y="20" className="num">
            {seconds}
          </text>
        </svg>
      )}
      <div className={styles.when}>
        <b>
          {next === null
            ? texts.closed
            : auctionAt !== null
              ? seconds === null
                ? texts.auction(minuteText(next))
                : texts.auctionIn(countText(seconds))
              : seconds === null
                ? texts.first(minuteText(next), every)
                : texts.next(countText(seconds), every)}
        </b>
        {next === null ? (
          hours?.kind === 'waiting' ? (
            <small>{texts.from(momentText(hours.opensAt))}</small>
          ) : null
        ) : (
          <small>
            {odd?.indicative
              ? texts.indicative(priceText(odd.indicative.price), countText(odd.indicative.quantity))
              : auctionAt === null
                ? texts.noIndicative
                : texts.auctionHow}
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
