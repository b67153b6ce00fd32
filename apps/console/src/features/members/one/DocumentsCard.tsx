import { StatusChip } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { useNow } from '#kit/use-now.ts'
import { momentText } from '#shell/format.ts'
import { membersTexts } from '../texts/index.ts'
import { Card } from './Card.tsx'
import type { Member } from './member.ts'
import { Personal, type PersonalAccess } from './Personal.tsx'
import styles from './MemberView.module.css'

interface DocumentsCardProps {
  readonly member: Member
  readonly personal: PersonalAccess
}

export function DocumentsCard({ member, personal }: DocumentsCardProps) {
  const all = membersTexts.use()
  const texts = all.documents
  const { identity, dayTrading } = member.documents
  return (
    <Card title={texts.title}>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.identity}</dt>
          <dd>
            {all.verification[member.verification]}
            {identity === null ? null : (
              <small>
                {texts.documents[identity.document] ?? identity.document} · {texts.attempt(identity.attempt)}{' '}
                · <Moment at={identity.sentAt} />
              </small>
            )}
          </dd>
        </div>
        {identity === null ? null : (
          <>
            <div>
              <dt>{texts.name}</dt>
              <dd>
                <Personal field="name" masked={member.name ?? ''} name={texts.name} access={personal} />
              </dd>
            </div>
            <div>
              <dt>{texts.number}</dt>
              <dd>
                <Personal
                  field="id-number"
                  masked={identity.numberMasked}
                  name={texts.number}
                  access={personal}
                />
              </dd>
            </div>
            <div>
              <dt>{texts.birth}</dt>
              <dd>
                <Personal field="birth-date" masked={texts.hidden} name={texts.birth} access={personal} />
              </dd>
            </div>
          </>
        )}
        <div>
          <dt>{texts.bank}</dt>
          <dd>
            <BankAccounts member={member} personal={personal} />
          </dd>
        </div>
        <div>
          <dt>{texts.dayTrading}</dt>
          <dd>
            {dayTrading === null ? texts.none : (texts.dayStates[dayTrading.state] ?? dayTrading.state)}
          </dd>
        </div>
      </dl>
    </Card>
  )
}

function BankAccounts({ member, personal }: DocumentsCardProps) {
  const texts = membersTexts.use().documents
  const now = useNow()
  const { bankAccounts } = member.documents
  return (
    <>
      {bankAccounts.length === 0 ? texts.none : null}
      {bankAccounts.map((one) => (
        <span key={one.bankAccountId} className={styles.entry}>
          {one.bank} •••• {one.ending} {one.currency === 'TWD' ? '' : one.currency}{' '}
          <StatusChip tone={one.state === 'verified' ? 'brand' : one.state === 'pending' ? 'warn' : 'crit'}>
            {texts.bankStates[one.state] ?? one.state}
          </StatusChip>
          {one.usableFrom !== null && new Date(one.usableFrom) > now ? (
            <small>{texts.usable(momentText(one.usableFrom))}</small>
          ) : null}
        </span>
      ))}
      {bankAccounts.length === 0 ? null : (
        <span className={styles.clear}>
          <Personal field="bank-account" masked="" name={texts.bank} access={personal} />
        </span>
      )}
    </>
  )
}
