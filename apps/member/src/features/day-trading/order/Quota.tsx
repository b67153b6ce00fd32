import { Card, Icon, Money } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useHideAmounts } from '#shell/appearance.ts'
import { leftText } from '../figures.ts'
import { dayTradingTexts } from '../texts/index.ts'
import type { Status } from '../use-status.ts'
import styles from './Order.module.css'

/** The part of today's quota that has been used. */
export const Quota = ({ status, now }: { readonly status: Status; readonly now: number }) => {
  const texts = dayTradingTexts.use()
  const hidden = useHideAmounts()
  const [used, quota] = [BigInt(status.used), BigInt(status.quota)]
  const share = quota === 0n ? 0 : Math.min(100, Number((used * 1_000n) / quota) / 10)
  const closes = status.closesAt === null ? undefined : Date.parse(status.closesAt) - now
  return (
    <Card pad as="section">
      <div className={styles.between}>
        <h2 className={styles.label}>{texts.quota.title}</h2>
        <span className={styles.clock}>
          <Icon name="clock" size={1} />
          {closes === undefined || closes <= 0
            ? texts.quota.closed
            : texts.quota.closes(leftText(closes, texts.left))}
        </span>
      </div>
      <div className={styles.quota}>
        <b>
          <Money text={formatMoney(used)} hidden={hidden} />
        </b>
        <span>／ {hidden ? '••••' : formatMoney(quota)}</span>
      </div>
      <div
        className={styles.meter}
        role="img"
        aria-label={hidden ? texts.quota.title : texts.quota.used(formatMoney(used), formatMoney(quota))}
      >
        <i style={{ width: `${share}%` }} />
      </div>
    </Card>
  )
}
