import { formatMoney } from '@fairlot/money'
import { cx, Icon, Note } from '@fairlot/ui'
import { moneyText } from '#kit/money-text.ts'
import { momentText } from '#shell/format.ts'
import { percentOf } from '../percent.ts'
import { membersTexts } from '../texts/index.ts'
import { Card } from './Card.tsx'
import type { Member } from './member.ts'
import styles from './MemberView.module.css'

export function AssetsCard({ member: { assets, ledger } }: { readonly member: Member }) {
  const texts = membersTexts.use().assets
  const figures = [
    ['available', assets.available],
    ['held', assets.held],
    ['margin', assets.margin],
    ...(assets.loans === '0' ? [] : ([['loans', assets.loans]] as const)),
  ] as const
  const isGain = !assets.unrealised.startsWith('-')
  return (
    <Card
      title={texts.title}
      aside={
        ledger.differing === 0 ? (
          <span className={styles.checked}>
            <Icon name="shield-check" size={0.9375} />
            {texts.equal(ledger.lines, momentText(ledger.checkedAt))}
          </span>
        ) : undefined
      }
    >
      {ledger.differing === 0 ? null : (
        <Note tone="crit" role="alert">
          {texts.differs(ledger.differing)}
        </Note>
      )}
      {assets.callDeadline === null ? null : (
        <Note tone="warn" icon="clock">
          {texts.call(momentText(assets.callDeadline))}
        </Note>
      )}
      <dl className={styles.figures}>
        <div>
          <dt>{texts.total}</dt>
          <dd className={cx('num', styles.big)}>{formatMoney(assets.total)}</dd>
        </div>
        {figures.map(([name, amount]) => (
          <div key={name}>
            <dt>{texts[name]}</dt>
            <dd className="num">{formatMoney(amount)}</dd>
          </div>
        ))}
        <div>
          <dt>{texts.unrealised}</dt>
          <dd className={cx('num', assets.unrealised !== '0' && (isGain ? styles.up : styles.down))}>
            {formatMoney(assets.unrealised, { plus: true })}
          </dd>
        </div>
        {assets.ratioBp === null ? null : (
          <div>
            <dt>{texts.ratio}</dt>
            <dd className="num">{percentOf(assets.ratioBp)}</dd>
          </div>
        )}
        {assets.others.map(({ currency, amount }) => (
          <div key={currency}>
            <dt>{currency}</dt>
            <dd className="num">{moneyText(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
