// The member's savings plans, with their last date.

import { formatMoney } from '@fairlot/money'
import { cx, StatusChip } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useRead } from '#shell/data.ts'
import { membersTexts } from '../texts/index.ts'
import { TableCard } from './Holdings.tsx'
import styles from './MemberView.module.css'

export function PlansCard({ memberId }: { readonly memberId: string }) {
  const texts = membersTexts.use().plans
  const language = useLanguage()
  const { data } = useRead('/savings-plans/ofMember', { memberId }, { every: 15_000 })
  return (
    <TableCard
      title={texts.title}
      none={texts.none}
      columns={[
        { label: texts.stock },
        { label: texts.amount, right: true },
        { label: texts.days, right: true },
        { label: texts.bought, right: true },
        { label: texts.last },
        { label: texts.next, wide: true },
        { label: texts.state },
      ]}
      rows={(data?.plans ?? []).map((plan) => {
        const [last] = plan.runs
        return (
          <tr key={plan.planId}>
            <th scope="row">
              {language === 'tw' ? plan.nameTw : plan.nameEn}{' '}
              <span className={cx('num', styles.quiet)}>{plan.symbol}</span>
            </th>
            <td className={cx('num', styles.right)}>{formatMoney(plan.amount)}</td>
            <td className={cx('num', styles.right)}>{plan.days.join(', ')}</td>
            <td className={cx('num', styles.right)}>{texts.shares(plan.bought.times, plan.bought.shares)}</td>
            <td className="num">
              {last === undefined
                ? '—'
                : `${last.on} ${last.reason === null ? texts.runs[last.state] : texts.reasons[last.reason]}`}
            </td>
            <td className={cx('num', styles.wide)}>{plan.next?.on ?? '—'}</td>
            <td>
              <StatusChip
                tone={plan.state === 'active' ? 'brand' : plan.state === 'paused' ? 'warn' : 'neutral'}
              >
                {texts.states[plan.state]}
              </StatusChip>
            </td>
          </tr>
        )
      })}
    />
  )
}
