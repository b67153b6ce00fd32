// What the matter is about, its member, and what customer service cannot do.

import { formatMoney } from '@fairlot/money'
import { cx, Icon, StatusChip, TextLink } from '@fairlot/ui'
import { DetailPart, Facts } from '#kit/Detail.tsx'
import { momentText } from '#shell/format.ts'
import { supportTexts } from './texts/index.ts'
import { hrefOf, type Thread } from './thread.ts'
import styles from './Support.module.css'

export function Beside({ data, isShown }: { readonly data: Thread; readonly isShown: boolean }) {
  const texts = supportTexts.use()
  const { thread, owner, assignee, ratings } = data
  const rating = ratings.at(-1)
  return (
    <aside className={cx(styles.beside, isShown && styles.besideShown)} aria-label={texts.beside}>
      {thread.about === null ? null : <About about={thread.about} />}
      <DetailPart
        title={texts.member}
        aside={
          <TextLink inline href={`#/members?member=${owner.memberId}`}>
            {texts.open}
          </TextLink>
        }
      >
        <Facts
          items={[
            {
              key: 'verification',
              label: texts.facts.verification,
              value: texts.verification[owner.verification],
            },
            {
              key: 'restrictions',
              label: texts.facts.restrictions,
              value:
                owner.restrictions.length === 0
                  ? texts.noRestriction
                  : owner.restrictions.map((kind) => texts.restrictions[kind]).join(', '),
            },
            { key: 'earlier', label: texts.facts.earlier, value: texts.earlier(owner.earlier) },
            { key: 'assignee', label: texts.facts.assignee, value: assignee?.name ?? texts.unassigned },
            ...(rating === undefined
              ? []
              : [
                  {
                    key: 'rating',
                    label: texts.facts.rating,
                    value: rating.solved ? texts.solved : texts.unsolved,
                  },
                ]),
          ]}
        />
      </DetailPart>
      <DetailPart title={texts.may}>
        <ul className={styles.may}>
          <li>
            <Icon name="check" size={0.875} /> {texts.mayAnswer}
          </li>
          <li className={styles.not}>
            <Icon name="close" size={0.875} /> {texts.mayNot}
            <small>{texts.noRight}</small>
          </li>
        </ul>
      </DetailPart>
      <p className={styles.late}>{texts.late}</p>
    </aside>
  )
}

function About({ about }: { readonly about: NonNullable<Thread['thread']['about']> }) {
  const texts = supportTexts.use()
  const href = hrefOf(about)
  const state = about.state === null ? undefined : texts.thingStates[about.state]
  return (
    <DetailPart
      title={texts.about}
      aside={
        href === undefined ? null : (
          <TextLink inline href={href}>
            {texts.open}
          </TextLink>
        )
      }
    >
      <div className={styles.thing}>
        <p>
          <span>{texts.kinds[about.kind]}</span>
          {state === undefined ? null : (
            <StatusChip tone={about.state === 'pending' ? 'warn' : 'neutral'}>{state}</StatusChip>
          )}
        </p>
        <b className="num">
          {about.amount === null
            ? (about.symbol ?? about.id)
            : `${about.currency === 'TWD' ? 'NT$' : `${about.currency ?? ''} `}${formatMoney(about.amount)}`}
        </b>
        {about.promisedAt === null ? null : (
          <small>{texts.promisedThing(momentText(about.promisedAt))}</small>
        )}
      </div>
    </DetailPart>
  )
}
