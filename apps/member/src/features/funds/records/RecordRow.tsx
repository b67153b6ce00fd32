import { Icon, Link, type IconName } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { secondText } from '#features/market-data'
import { useHideAmounts } from '#shell/appearance.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { fundsTexts } from '../texts/index.ts'
import type { FundRecord } from './by-day.ts'
import styles from './FundingDetails.module.css'

const iconOf = (event: string): IconName => {
  if (event.startsWith('trade.')) return 'trade'
  if (event.endsWith('.held') || event.endsWith('.released') || event.endsWith('.reduced')) return 'lock'
  if (event === 'practice-grant' || event.startsWith('deposit.')) return 'deposit'
  if (event.startsWith('withdrawal.')) return 'withdraw'
  if (event === 'currency.exchanged') return 'exchange'
  return event.startsWith('margin.') || event.startsWith('interest.') ? 'loan' : 'receipt'
}

interface Props {
  readonly record: FundRecord
  /** Name of the security, once known. */
  readonly name: string | undefined
}

export const RecordRow = ({ record, name }: Props) => {
  const texts = fundsTexts.use()
  const hidden = useHideAmounts()
  const language = useLanguage()
  return (
    <Link href={`/user/FundingDetails?view=entry&id=${record.entryId}`} className={styles.row}>
      <span className={styles.tile}>
        <Icon name={iconOf(record.event)} size={1.25} />
      </span>
      <span className={styles.texts}>
        <span className={styles.pair}>
          <span className={styles.title}>
            {name === undefined ? null : `${name} `}
            {texts.events[record.event] ?? record.event}
          </span>
          <span className={styles.amount}>
            {hidden ? '••••' : formatMoney(record.amount, { plus: true })}
          </span>
        </span>
        <span className={styles.pair}>
          <span className={styles.small}>
            {secondText(Date.parse(record.at))}
            {record.symbol === null ? null : ` · ${record.symbol}`}
            {record.why === null ? null : ` · ${record.why[language]}`}
          </span>
          <span className={styles.small}>
            {texts.record.left(hidden ? '••••' : formatMoney(record.balanceAfter))}
          </span>
        </span>
      </span>
    </Link>
  )
}
