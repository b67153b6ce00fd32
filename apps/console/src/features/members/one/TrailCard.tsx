import { Icon, type IconName } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { detailText, verbText } from '#kit/trail/sentence.ts'
import { trailTexts } from '#kit/trail/texts/index.ts'
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
  'new-shares': 'ticket',
  auctions: 'ticket',
  placements: 'ticket',
  mentors: 'follow',
  'copy-trading': 'follow',
  'savings-plans': 'calendar',
  credit: 'loan',
  funds: 'table',
}

/** Details that the verb includes, and codes without a text. */
const hiddenDetails: ReadonlySet<string> = new Set(['decision', 'kind', 'state', 'currency'])

export function TrailCard({ member: { trail } }: { readonly member: Member }) {
  const texts = membersTexts.use().trail
  return (
    <Card title={texts.title}>
      {trail.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <ol className={styles.trail} tabIndex={0} aria-label={texts.title}>
        {trail.map((entry, index) => (
          // The trail only grows at its head, and an entry has no number here.
          <Line key={`${entry.at} ${entry.action} ${index}`} entry={entry} />
        ))}
      </ol>
    </Card>
  )
}

function Line({ entry }: { readonly entry: Entry }) {
  const all = membersTexts.use()
  const texts = all.trail
  const trail = trailTexts.use()
  const { comma } = shellTexts.use()
  const who =
    entry.actor === 'system' || entry.actor === 'member' || entry.actor === 'anonymous'
      ? texts[entry.actor]
      : entry.byOperator && entry.actor === 'operator'
        ? texts.operator
        : entry.actor
  const details = Object.fromEntries(entry.details.map(({ code, value }) => [code, value]))
  const verb = verbText(trail, { action: entry.action, details })
  const said = entry.details
    .filter(({ code }) => !hiddenDetails.has(code))
    .map(({ code, value }) => detailText(code, value, details) ?? value)
    .join(comma)
  return (
    <li>
      <span className={styles.dot}>
        <Icon name={icons[entry.action.split('.')[0] ?? ''] ?? 'history'} size={0.9375} />
      </span>
      <span>
        {verb.slice(0, 1).toUpperCase() + verb.slice(1)}
        <small>
          {who}
          {said === '' ? '' : ` · ${said}`}
        </small>
      </span>
      <small className="num">
        <Moment at={entry.at} />
      </small>
    </li>
  )
}
