import { Icon, type IconName } from '@fairlot/ui'
import { formatMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { membersTexts } from '../texts/index.ts'
import { Card } from './Card.tsx'
import type { Member } from './member.ts'
import styles from './MemberView.module.css'

type Entry = Member['trail'][number]

const icons: Readonly<Record<string, IconName>> = {
  auth: 'phone',
  identity: 'identity',
  'bank-accounts': 'bank',
  deposits: 'deposit',
  withdrawals: 'withdraw',
  'day-trading': 'bolt',
  members: 'lock',
  operators: 'check',
  coupons: 'ticket',
  funds: 'table',
}

export function TrailCard({ member: { trail } }: { readonly member: Member }) {
  const texts = membersTexts.use().trail
  return (
    <Card title={texts.title}>
      {trail.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <ol className={styles.trail} tabIndex={0} aria-label={texts.title}>
        {trail.map((entry, index) => (
          // The trail only grows at its head: an entry has no number of its own here.
          <Line key={`${entry.at} ${entry.action} ${index}`} entry={entry} />
        ))}
      </ol>
    </Card>
  )
}

function Line({ entry }: { readonly entry: Entry }) {
  const all = membersTexts.use()
  const texts = all.trail
  const { comma } = shellTexts.use()
  const who =
    entry.actor === 'system' || entry.actor === 'member' || entry.actor === 'anonymous'
      ? texts[entry.actor]
      : entry.byOperator && entry.actor === 'operator'
        ? texts.operator
        : entry.actor
  const said = entry.details.map(({ value }) => value).join(comma)
  return (
    <li>
      <span className={styles.dot}>
        <Icon name={icons[entry.action.split('.')[0] ?? ''] ?? 'history'} size={0.9375} />
      </span>
      <span>
        {texts.actions[entry.action] ?? entry.action}
        <small>
          {who}
          {said === '' ? '' : ` · ${said}`}
        </small>
      </span>
      <small className="num">{formatMoment(entry.at)}</small>
    </li>
  )
}
