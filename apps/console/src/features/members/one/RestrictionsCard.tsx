import { type RestrictionKind, restrictionKinds } from '@fairlot/contract/members/states'
import { StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { mayDo, useMe } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { membersTexts } from '../texts/index.ts'
import { Card } from './Card.tsx'
import { dayText, type Member } from './member.ts'
import { LiftPopup, RestrictPopup } from './RestrictPopup.tsx'
import styles from './MemberView.module.css'

type Restriction = Member['restrictions'][number]

export function RestrictionsCard({ member }: { readonly member: Member }) {
  const all = membersTexts.use()
  const texts = all.restrict
  const me = useMe()
  const mayPropose = mayDo(me, 'propose-funds')
  const [setting, setSetting] = useState<RestrictionKind | null>(null)
  const [lifting, setLifting] = useState<Restriction | null>(null)
  const past = member.restrictions.filter(({ liftedAt }) => liftedAt !== null)
  return (
    <Card title={texts.title} aside={texts.rule}>
      <ul className={styles.lines}>
        {restrictionKinds.map((kind) => {
          const inForce = member.restrictions.find((one) => one.kind === kind && one.liftedAt === null)
          const proposal = member.waiting.find(
            (one) =>
              (one.kind === 'restriction' && one.of === kind) ||
              (one.kind === 'restriction-lift' && one.of === inForce?.restrictionId),
          )
          return (
            <li key={kind}>
              <span>
                {all.restrictions[kind]}
                <small>{inForce === undefined ? all.stops[kind] : <InForce restriction={inForce} />}</small>
              </span>
              <span className={styles.end}>
                {proposal === undefined ? (
                  <StatusChip tone={inForce === undefined ? 'neutral' : 'crit'}>
                    {inForce === undefined ? texts.free : texts.inForce}
                  </StatusChip>
                ) : (
                  <a href={`#/queue?kind=${proposal.kind}&review=${proposal.reviewId}`}>
                    <StatusChip tone="warn">{texts.waits(proposal.number)}</StatusChip>
                  </a>
                )}
                {mayPropose && proposal === undefined ? (
                  <ConsoleButton
                    small
                    kind="outline"
                    onPress={() => (inForce === undefined ? setSetting(kind) : setLifting(inForce))}
                  >
                    {inForce === undefined ? texts.set : texts.lift}
                    <span className="visually-hidden"> {all.restrictions[kind]}</span>
                  </ConsoleButton>
                ) : null}
              </span>
            </li>
          )
        })}
      </ul>
      {past.length === 0 ? null : (
        <details className={styles.past}>
          <summary>
            {texts.past} {past.length}
          </summary>
          <ul>
            {past.map((one) => (
              <li key={one.restrictionId}>
                {texts.pastLine(all.restrictions[one.kind], dayText(one.since), dayText(one.liftedAt ?? ''))}
                <small>{one.liftReason}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
      {setting === null ? null : (
        <RestrictPopup memberId={member.memberId} kind={setting} onClose={() => setSetting(null)} />
      )}
      {lifting === null ? null : <LiftPopup restriction={lifting} onClose={() => setLifting(null)} />}
    </Card>
  )
}

function InForce({ restriction }: { readonly restriction: Restriction }) {
  const all = membersTexts.use()
  const texts = all.restrict
  const { comma } = shellTexts.use()
  const { since, reviewOn, reason, rule, setBy, appeal } = restriction
  return (
    <>
      {all.reasons[reason]}
      {rule === null ? '' : `${comma}${rule}`}
      <br />
      {texts.since(dayText(since), reviewOn.replaceAll('-', '/'))}
      <br />
      {texts.by(setBy.join(comma))}
      {appeal === null || appeal.state === 'passed' ? null : (
        <>
          <br />
          {appeal.state === 'pending' ? texts.appealed : texts.appealRejected}
        </>
      )}
    </>
  )
}
