import {
  type RestrictionKind,
  type RestrictionReason,
  restrictionReasons,
} from '@fairlot/contract/members/states'
import { addDays, taipeiDate } from '@fairlot/rules/calendar'
import { Field, Note, useForm } from '@fairlot/ui'
import { useId, useState } from 'react'
import { required } from '#kit/form/required.ts'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { membersTexts } from '../texts/index.ts'
import type { Member } from './member.ts'
import styles from './MemberView.module.css'

interface RestrictPopupProps {
  readonly memberId: string
  readonly kind: RestrictionKind
  readonly onClose: () => void
}

const inDays = (days: number): string => addDays(taipeiDate(Date.now()), days)

/** Only proposes; nothing is restricted before a second operator has approved it. */
export function RestrictPopup({ memberId, kind, onClose }: RestrictPopupProps) {
  const all = membersTexts.use()
  const texts = all.restrict
  const id = useId()
  const form = useForm({ fields: { rule: required(texts.required), why: required(texts.required) } })
  const [reason, setReason] = useState<RestrictionReason>('suspected-takeover')
  const [reviewOn, setReviewOn] = useState(() => inDays(30))
  const { rule, why } = form.values
  return (
    <ProposalPopup
      title={texts.setOf(all.restrictions[kind])}
      kind="restriction"
      onClose={onClose}
      onSend={() =>
        form.validate()
          ? call('/members/proposeRestriction', {
              memberId,
              kind,
              reason,
              rule: rule.trim(),
              reviewOn,
              why: why.trim(),
            })
          : undefined
      }
      onSent={() => refresh('/members/detail', '/members/list', '/members/counts')}
    >
      <p className={styles.quiet}>{all.stops[kind]}</p>
      <div className={styles.duo}>
        <label className={styles.field} htmlFor={`${id}-reason`}>
          <span>{texts.reason}</span>
          <select
            id={`${id}-reason`}
            value={reason}
            onChange={(event) =>
              setReason(restrictionReasons.find((each) => each === event.target.value) ?? reason)
            }
          >
            {restrictionReasons.map((each) => (
              <option key={each} value={each}>
                {all.reasons[each]}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.field} htmlFor={`${id}-review`}>
          <span>{texts.reviewOn}</span>
          <input
            id={`${id}-review`}
            type="date"
            min={inDays(1)}
            max={inDays(30)}
            value={reviewOn}
            aria-describedby={`${id}-review-help`}
            onChange={(event) => setReviewOn(event.target.value)}
          />
          <small id={`${id}-review-help`}>{texts.reviewOnHelp}</small>
        </label>
      </div>
      <Field {...form.bind('rule')} label={texts.legalBasis} placeholder={texts.legalBasisHint} required />
      <Field {...form.bind('why')} label={texts.why} placeholder={texts.whyHint} multiline required />
      <Note>{texts.notified}</Note>
    </ProposalPopup>
  )
}

interface LiftPopupProps {
  readonly restriction: Member['restrictions'][number]
  readonly onClose: () => void
}

export function LiftPopup({ restriction, onClose }: LiftPopupProps) {
  const all = membersTexts.use()
  const texts = all.restrict
  const form = useForm({ fields: { why: required(texts.required) } })
  return (
    <ProposalPopup
      title={texts.liftOf(all.restrictions[restriction.kind])}
      kind="restriction-lift"
      onClose={onClose}
      onSend={() =>
        form.validate()
          ? call('/members/proposeLift', {
              restrictionId: restriction.restrictionId,
              why: form.values.why.trim(),
            })
          : undefined
      }
      onSent={() => refresh('/members/detail', '/members/list', '/members/counts')}
    >
      <Field {...form.bind('why')} label={texts.why} placeholder={texts.whyHint} multiline required />
    </ProposalPopup>
  )
}
