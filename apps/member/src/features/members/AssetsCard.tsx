// The member's assets as a sum: the total, today's result, and the terms that add up to it. What can be used and
// withdrawn is apart from it. Amounts can be hidden, also from a screen reader.

import { Card, Delayed, Icon, IconButton, Link, LinkButton, Money, Skeleton } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import type { ReactNode } from 'react'
import { type Account, DayResult, FigureAmount, figuresTexts, HowButton, Terms } from '#features/figures'
import { CurveStrip } from '#features/positions'
import { setHideAmounts, useHideAmounts } from '#shell/appearance.ts'
import { useMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { membersTexts } from './texts/index.ts'
import styles from './AssetsCard.module.css'

interface Props {
  readonly account: Account
  readonly onLedger: () => void
}

export const AssetsCard = ({ account, onLedger }: Props) => {
  const texts = membersTexts.use()
  const hidden = useHideAmounts()
  return (
    <>
      <Card as="section" className={styles.card}>
        <div className={styles.top}>
          <span className={styles.label}>
            {texts.total}
            <IconButton
              name={hidden ? 'eye-off' : 'eye'}
              label={hidden ? texts.show : texts.hide}
              size={1.125}
              onPress={() => setHideAmounts(!hidden)}
            />
          </span>
          <HowButton name="total" account={account} />
        </div>
        <div>
          <Money symbol="NT$" text={formatMoney(account.total)} size="display" hidden={hidden} />
        </div>
        <div className={styles.day}>
          <DayResult account={account} />
          <HowButton small name="dayProfit" account={account} />
        </div>
        <CurveStrip account={account} />
        <Terms account={account} />
        <div className={styles.actions}>
          <LinkButton wide href="/user/rechargeChannel">
            {texts.deposit}
          </LinkButton>
          <LinkButton kind="quiet" wide href="/user/withdraw">
            {texts.withdraw}
          </LinkButton>
          <LinkButton kind="quiet" wide href="/user/exchange">
            {texts.exchange}
          </LinkButton>
        </div>
      </Card>
      <Beside account={account} onLedger={onLedger} />
    </>
  )
}

/** Figures that are no term of the total. */
const Beside = ({ account, onLedger }: Props) => {
  const texts = membersTexts.use()
  const { names, asOf } = figuresTexts.use()
  const moment = useMoment()
  const usd = account.foreign.find(({ currency }) => currency === 'USD')?.amount ?? '0'
  return (
    <Card as="section" className={styles.beside}>
      <dl className={styles.figures}>
        <Figure label={names.buyingPower} how={<HowButton small name="buyingPower" account={account} />}>
          <FigureAmount name="buyingPower" amount={account.buyingPower} />
        </Figure>
        <Figure label={names.withdrawable} how={<HowButton small name="withdrawable" account={account} />}>
          <FigureAmount name="withdrawable" amount={account.withdrawable} />
        </Figure>
        <Figure label={texts.usd}>
          <FigureAmount name="usd" amount={usd} />
        </Figure>
        <Figure label={texts.creditScore}>
          <Link href="/user/pj?view=score" className={styles.score}>
            {texts.points(account.credit.score)}
            <Icon name="chevron" size={0.875} />
          </Link>
        </Figure>
        <Figure label={texts.creditLimit}>
          <FigureAmount name="credit" amount={account.credit.limit} />
        </Figure>
        <Figure label={texts.borrowable}>
          <FigureAmount name="borrowable" amount={account.credit.borrowable} />
        </Figure>
        <Figure label={texts.borrowed}>
          <FigureAmount name="borrowed" amount={account.credit.borrowed} />
        </Figure>
      </dl>
      <button type="button" className={styles.ledger} onClick={onLedger}>
        <Icon name="shield-check" size={1} />
        {texts.ledger}
        <span className={styles.asOf}>{asOf(moment(account.asOf))}</span>
        <Icon name="chevron" size={0.875} />
      </button>
    </Card>
  )
}

interface FigureProps {
  readonly label: string
  readonly how?: ReactNode
  readonly children: ReactNode
}

const Figure = ({ label, how, children }: FigureProps) => (
  <div>
    <dt>
      {label}
      {how}
    </dt>
    <dd>{children}</dd>
  </div>
)

export const AssetsSkeleton = () => (
  <div role="status" aria-label={shellTexts.use().loading} className={styles.waiting}>
    <Delayed>
      <Card className={styles.card}>
        <div className={styles.bones}>
          <Skeleton width="4rem" />
          <Skeleton width="13rem" height="2rem" />
          <Skeleton width="100%" height="12rem" />
        </div>
      </Card>
    </Delayed>
  </div>
)
