import { Moment } from '#kit/Moment.tsx'
import { TextLink } from '@fairlot/ui'
import { membersTexts } from '../texts/index.ts'
import { Card } from './Card.tsx'
import type { Member } from './member.ts'
import styles from './MemberView.module.css'

export function RelatedCard({ member: { related } }: { readonly member: Member }) {
  const texts = membersTexts.use().related
  return (
    <Card title={texts.title} aside={texts.note}>
      {related.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <ul className={styles.lines}>
        {related.map((one) => (
          <li key={`${one.how} ${one.memberId}`}>
            <span>
              <TextLink inline href={`#/members?member=${one.memberId}`}>
                {one.account}
              </TextLink>
              <small>{one.detail}</small>
            </span>
            <small className={styles.end}>{texts[one.how]}</small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The member sees the same list. */
export function ViewsCard({ member: { views } }: { readonly member: Member }) {
  const texts = membersTexts.use().views360
  return (
    <Card title={texts.title}>
      {views.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <ul className={styles.lines}>
        {views.map((one) => (
          <li key={`${one.at} ${one.field}`}>
            <span>
              {one.operator} {texts.line(texts.fields[one.field])}
              <small>{one.purpose}</small>
            </span>
            <small className="num">
              <Moment at={one.at} />
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}
