import { StatusChip, TextLink } from '@fairlot/ui'
import { useState } from 'react'
import { queueTexts } from '#features/operators'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { momentText } from '#shell/format.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { membersTexts } from '../texts/index.ts'
import { dayText, type Member } from './member.ts'
import { NotePopup } from './NotesCard.tsx'
import { Personal, type PersonalAccess } from './Personal.tsx'
import styles from './MemberView.module.css'

interface MemberHeadProps {
  readonly member: Member
  readonly personal: PersonalAccess
}

export function MemberHead({ member, personal }: MemberHeadProps) {
  const all = membersTexts.use()
  const texts = all.one
  const { kinds } = queueTexts.use()
  const me = useMe()
  const [isNoting, setNoting] = useState(false)
  const inForce = member.restrictions.filter(({ liftedAt }) => liftedAt === null)
  const name = personal.opened.name ?? member.name ?? texts.unnamed
  return (
    <header className={styles.head}>
      <span className={styles.initial} aria-hidden="true">
        {[...(member.name ?? member.account)][0]}
      </span>
      <div className={styles.who}>
        <h2>
          {name}
          <StatusChip
            tone={member.verification === 'verified' ? 'brand' : 'neutral'}
            icon={member.verification === 'verified' ? 'check' : undefined}
          >
            {member.verification === 'unverified'
              ? `${all.list.identity} ${all.verification.unverified}`
              : all.verification[member.verification]}
          </StatusChip>
          {member.kind === 'member' ? null : <StatusChip tone="brand">{all.kinds[member.kind]}</StatusChip>}
          {inForce.length === 0 ? (
            <StatusChip>{texts.normal}</StatusChip>
          ) : (
            inForce.map(({ restrictionId, kind }) => (
              <StatusChip key={restrictionId} tone="crit" icon="lock">
                {all.restrictions[kind]}
              </StatusChip>
            ))
          )}
          {member.waiting.map(({ reviewId, kind, number }) => (
            <a key={reviewId} href={`#/queue?kind=${kind}&review=${reviewId}`}>
              <StatusChip tone="warn">{texts.waiting(kinds[kind], number)}</StatusChip>
            </a>
          ))}
        </h2>
        <p className={styles.line}>
          <Personal
            field="account"
            masked={member.account}
            name={all.views360.fields.account}
            access={personal}
          />
          <span>{texts.joined(dayText(member.joinedAt))}</span>
          {member.lastSeenAt === null ? null : <span>{texts.seen(momentText(member.lastSeenAt))}</span>}
          {member.inviter === null ? null : (
            <span>
              {texts.inviter}{' '}
              <TextLink inline href={`#/members?member=${member.inviter.memberId}`}>
                {member.inviter.account}
              </TextLink>
            </span>
          )}
          {member.invited === 0 ? null : <span>{texts.invited(member.invited)}</span>}
        </p>
      </div>
      {mayDo(me, 'open-personal') ? (
        <ConsoleButton kind="outline" onPress={() => setNoting(true)}>
          {texts.note}
        </ConsoleButton>
      ) : null}
      {isNoting ? <NotePopup memberId={member.memberId} onClose={() => setNoting(false)} /> : null}
    </header>
  )
}
