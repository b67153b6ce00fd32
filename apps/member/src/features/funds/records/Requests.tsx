// Deposit and withdrawal requests: each with its state, including those that moved no money.

import { Card, Empty, Icon, Link, LinkButton, Section, StatusChip, type IconName } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import type { ComponentProps } from 'react'
import { formatMoney } from '@fairlot/money'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { symbolOf } from '../components/symbol-of.ts'
import { fundsTexts } from '../texts/index.ts'
import { RecordRow } from './RecordRow.tsx'
import styles from './FundingDetails.module.css'

type Deposit = DataOf<'/deposits/list'>['deposits'][number]
type Withdrawal = DataOf<'/withdrawals/list'>['withdrawals'][number]

export const Older = ({ read }: Pick<ComponentProps<typeof MoreButton>, 'read'>) => (
  <MoreButton read={read} className={styles.older}>
    {fundsTexts.use().record.older}
  </MoreButton>
)

/** Practice money appears only in the ledger: it has no request. */
export const Deposits = ({ grants }: { readonly grants: ReturnType<typeof usePaged<'/funds/records'>> }) => {
  const texts = fundsTexts.use().record
  const { nothing } = shellTexts.use()
  const read = usePaged('/deposits/list', {})
  const paper = (grants.data ?? [])
    .flatMap(({ records }) => records)
    .filter(({ event }) => event === 'practice-grant')
  return (
    <Answered read={read}>
      {(pages) => {
        const deposits = pages.flatMap((page) => page.deposits)
        return deposits.length === 0 && paper.length === 0 ? (
          <Empty
            nothing={nothing}
            text={texts.none['stored-value']}
            icon="deposit"
            action={<LinkButton href="/user/rechargeChannel">{texts.deposit}</LinkButton>}
          />
        ) : (
          <>
            {deposits.length === 0 ? null : (
              <Card as="ul" rows className={styles.requests}>
                {deposits.map((deposit) => (
                  <li key={deposit.depositId}>
                    <DepositRow deposit={deposit} />
                  </li>
                ))}
              </Card>
            )}
            <Older read={read} />
            {paper.length === 0 ? null : (
              <Section title={texts.grants} small>
                <Card as="ul" rows>
                  {paper.map((record) => (
                    <li key={record.entryId}>
                      <RecordRow record={record} name={undefined} />
                    </li>
                  ))}
                </Card>
              </Section>
            )}
          </>
        )
      }}
    </Answered>
  )
}

export const Withdrawals = () => {
  const texts = fundsTexts.use().record
  const { nothing } = shellTexts.use()
  const read = usePaged('/withdrawals/list', {})
  return (
    <Answered read={read}>
      {(pages) => {
        const withdrawals = pages.flatMap((page) => page.withdrawals)
        return withdrawals.length === 0 ? (
          <Empty
            nothing={nothing}
            text={texts.none.withdrawal}
            icon="withdraw"
            action={<LinkButton href="/user/withdraw">{texts.withdraw}</LinkButton>}
          />
        ) : (
          <>
            <Card as="ul" rows className={styles.requests}>
              {withdrawals.map((withdrawal) => (
                <li key={withdrawal.withdrawalId}>
                  <WithdrawalRow withdrawal={withdrawal} />
                </li>
              ))}
            </Card>
            <Older read={read} />
          </>
        )
      }}
    </Answered>
  )
}

type Tone = 'neutral' | 'warn' | 'crit'

const DepositRow = ({ deposit }: { readonly deposit: Deposit }) => {
  const texts = fundsTexts.use().record
  const language = useLanguage()
  const isCancelled = deposit.rejectionReason === 'cancelled'
  const tone: Tone =
    deposit.state === 'pending' ? 'warn' : deposit.state === 'rejected' && !isCancelled ? 'crit' : 'neutral'
  return (
    <RequestRow
      href={`/user/recharge?view=progress&id=${deposit.depositId}`}
      icon="deposit"
      title={texts.deposit}
      chip={isCancelled ? texts.cancelled : texts.deposits[deposit.state]}
      tone={tone}
      at={deposit.sentAt}
      where={deposit.channelName[language]}
      amount={`+${symbolOf(deposit.currency)}${formatMoney(deposit.booked ?? deposit.amount)}`}
      isOff={deposit.state === 'rejected'}
    />
  )
}

const WithdrawalRow = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => {
  const texts = fundsTexts.use().record
  const { state, stage, rejectionReason, currency } = withdrawal
  const isCancelled = rejectionReason === 'cancelled'
  const isBack = state === 'rejected' || stage === 'returned'
  const tone: Tone = isBack ? (isCancelled ? 'neutral' : 'crit') : stage === 'paid' ? 'neutral' : 'warn'
  const chip = isCancelled
    ? texts.cancelled
    : texts.withdrawals[state === 'passed' ? (stage ?? 'queued') : state]
  return (
    <RequestRow
      href={`/user/withdraw?view=progress&id=${withdrawal.withdrawalId}`}
      icon="withdraw"
      title={texts.withdraw}
      chip={chip}
      tone={tone}
      at={withdrawal.sentAt}
      where={`${withdrawal.bankName} •••• ${withdrawal.ending}`}
      amount={`−${symbolOf(currency)}${formatMoney(withdrawal.amount)}`}
      isOff={isBack}
    />
  )
}

interface RequestRowProps {
  readonly href: string
  readonly icon: IconName
  readonly title: string
  readonly chip: string
  readonly tone: Tone
  readonly at: string
  readonly where: string
  readonly amount: string
  /** True when it moved no money in the end. */
  readonly isOff: boolean
}

const RequestRow = (props: RequestRowProps) => {
  const moment = useMoment()
  const hidden = useHideAmounts()
  return (
    <Link href={props.href} className={styles.row}>
      <span className={styles.tile}>
        <Icon name={props.icon} size={1.25} />
      </span>
      <span className={styles.texts}>
        <span className={styles.request}>
          {props.title}
          <StatusChip tone={props.tone}>{props.chip}</StatusChip>
        </span>
        <span className={styles.small}>
          {moment(props.at)} · {props.where}
        </span>
      </span>
      <span className={styles.figures}>
        <span className={props.isOff ? styles.off : styles.amount}>{hidden ? '••••' : props.amount}</span>
      </span>
    </Link>
  )
}
