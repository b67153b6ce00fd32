// The member's assets by the ledger. One large number; the others are small. Amounts can be hidden, also from a screen
// reader.

import { Card, Delayed, Icon, IconButton, LinkButton, Money, Skeleton } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import type { ReactNode } from 'react'
import { setHideAmounts, useHideAmounts } from '#shell/appearance.ts'
import { signOf } from '#shell/amounts.ts'
import { useMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { membersTexts } from './texts/index.ts'
import styles from './AssetsCard.module.css'

interface Props {
  readonly assets: DataOf<'/members/assets'>
  /** Undefined until it is read, or when reading failed. */
  readonly account: DataOf<'/positions/account'> | undefined
  readonly onLedger: () => void
}

export const AssetsCard = ({ assets, account, onLedger }: Props) => {
  const texts = membersTexts.use()
  const hidden = useHideAmounts()
  const moment = useMoment()
  return (
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
        <button type="button" className={styles.ledger} onClick={onLedger}>
          <Icon name="shield-check" size={1} />
          {texts.ledger}
          <Icon name="chevron" size={0.875} />
        </button>
      </div>
      <div>
        <Money symbol="NT$" text={formatMoney(assets.total)} size="display" hidden={hidden} />
      </div>
      <dl className={styles.figures}>
        <Figure label={texts.available} hidden={hidden}>
          {formatMoney(assets.available)}
        </Figure>
        <Figure label={texts.held} hidden={hidden}>
          {formatMoney(assets.held)}
        </Figure>
        <Figure label={texts.positionMargin} hidden={hidden}>
          {formatMoney(account?.margin)}
        </Figure>
        <Figure label={texts.unrealised} hidden={hidden} tone={signOf(account?.unrealised ?? '0')}>
          {formatMoney(account?.unrealised, { plus: true })}
        </Figure>
        <Figure label={texts.profit} hidden={hidden} tone={signOf(assets.profit)}>
          {formatMoney(assets.profit, { plus: true })}
        </Figure>
        <Figure label={texts.usd} hidden={hidden}>
          {formatMoney(assets.usd)}
        </Figure>
        <Figure label={texts.creditScore} hidden={false}>
          {texts.points(assets.creditScore)}
        </Figure>
      </dl>
      <div className={styles.actions}>
        <LinkButton wide href="/user/rechargeChannel">
          {texts.deposit}
        </LinkButton>
        <LinkButton kind="quiet" wide href="/user/withdraw">
          {texts.withdraw}
        </LinkButton>
      </div>
      <p className={styles.asOf}>{texts.asOf(moment(assets.asOf))}</p>
    </Card>
  )
}

interface FigureProps {
  readonly label: string
  readonly hidden: boolean
  readonly tone?: 'up' | 'down' | 'flat'
  readonly children: ReactNode
}

const Figure = ({ label, hidden, tone = 'flat', children }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd className={hidden || tone === 'flat' ? undefined : styles[tone]}>{hidden ? '••••' : children}</dd>
  </div>
)

export const AssetsSkeleton = () => (
  <div role="status" aria-label={shellTexts.use().loading} className={styles.waiting}>
    <Delayed>
      <Card className={styles.card}>
        <div className={styles.bones}>
          <Skeleton width="4rem" />
          <Skeleton width="13rem" height="2rem" />
          <Skeleton width="100%" height="5.5rem" />
        </div>
      </Card>
    </Delayed>
  </div>
)
