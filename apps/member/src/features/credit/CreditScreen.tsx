// The hub of credit: score, limits, the one loan, everything owed, and the ways on.

import {
  ActionBar,
  Button,
  Card,
  Dialog,
  Icon,
  KeyValues,
  Link,
  LinkButton,
  Money,
  Note,
  Row,
  Section,
  StackedBar,
  StatusChip,
} from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { costOf } from '@fairlot/rules/credit'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { CallRuler } from './CallRuler.tsx'
import { RecordsButton } from './RecordsButton.tsx'
import { creditTexts } from './texts/index.ts'
import {
  cash,
  daysFrom,
  type Loan,
  type Overview,
  percentOf,
  recordsPath,
  sharesText,
  shortDay,
  useOverview,
  useSend,
  viewPath,
} from './use-credit.ts'
import styles from './Credit.module.css'

const isRunning = (loan: Loan | null): loan is Loan => loan?.state === 'passed'

export const CreditScreen = () => {
  const read = useOverview()
  return (
    <RouteScreen
      trailing={<RecordsButton />}
      footer={read.data === undefined ? undefined : <Action overview={read.data} />}
    >
      <Answered read={read}>{(overview) => <Hub overview={overview} />}</Answered>
    </RouteScreen>
  )
}

const Hub = ({ overview }: { readonly overview: Overview }) => {
  const texts = creditTexts.use()
  const { loan, increase } = overview
  return (
    <div className={styles.cards}>
      <ScoreCard overview={overview} />
      <Limits overview={overview} />
      {loan === null ? null : isRunning(loan) ? (
        <Running loan={loan} overview={overview} />
      ) : (
        <Pending loan={loan} />
      )}
      <Card rows>
        <Row
          title={texts.add}
          value={increase === null ? undefined : texts.addPending(formatMoney(increase.amount))}
          href={viewPath('add')}
        />
        <Row title={texts.records} value={texts.count(overview.records)} href={recordsPath} />
      </Card>
      <Owed owed={overview.owed} />
    </div>
  )
}

const ScoreCard = ({ overview: { score, terms } }: { readonly overview: Overview }) => {
  const texts = creditTexts.use()
  return (
    <Card as="section" className={styles.card}>
      <p className={styles.small}>{texts.score}</p>
      <div className={styles.between}>
        <p className={styles.score}>
          {score.score}
          <small>{texts.outOf(score.start)}</small>
        </p>
        <Link href={viewPath('score')} className={styles.how}>
          {texts.how}
          <Icon name="chevron" size={1} />
        </Link>
      </div>
      <StackedBar
        label={texts.scoreSpoken(score.score, score.start)}
        shares={[{ key: 'score', share: score.start === 0 ? 0 : score.score / score.start, tone: 'brand' }]}
      />
      <p className={styles.small}>
        {terms.withdrawScore === 0 ? texts.noEffect : texts.withdrawEffect(terms.withdrawScore)}
      </p>
    </Card>
  )
}

const Limits = ({ overview }: { readonly overview: Overview }) => {
  const texts = creditTexts.use()
  const hidden = useHideAmounts()
  const amount = (minor: string): string => (hidden ? '••••' : formatMoney(minor))
  const { limit, borrowed, borrowable, loan, terms, holdings } = overview
  const hint = !terms.isOpen
    ? texts.closed
    : loan !== null
      ? texts.oneLoan
      : holdings.length === 0
        ? texts.noHoldings
        : undefined
  return (
    <Card as="section" className={styles.card}>
      <dl className={styles.three}>
        <div>
          <dt>{texts.limit}</dt>
          <dd>{amount(limit)}</dd>
        </div>
        <div>
          <dt>{texts.borrowed}</dt>
          <dd>{amount(borrowed)}</dd>
        </div>
        <div>
          <dt>{texts.borrowable}</dt>
          <dd>{amount(borrowable)}</dd>
        </div>
      </dl>
      {hint === undefined ? null : <p className={styles.warn}>{hint}</p>}
    </Card>
  )
}

interface RunningProps {
  readonly loan: Loan
  readonly overview: Overview
}

const Running = ({ loan, overview: { terms, today } }: RunningProps) => {
  const texts = creditTexts.use()
  const hidden = useHideAmounts()
  const owed = BigInt(loan.principal) + BigInt(loan.interest)
  const daily = costOf(BigInt(loan.principal), loan.aprPpm, 1).interest
  const due = loan.dueOn!
  const amount = (minor: bigint | string): string => (hidden ? '••••' : formatMoney(minor))
  return (
    <Section
      title={texts.running}
      small
      className={styles.group}
      aside={<span className={styles.small}>{loan.number}</span>}
    >
      <Card as="section" className={styles.card}>
        <CallNote loan={loan} />
        <div className={styles.between}>
          <div>
            <p className={styles.small}>{texts.payOff}</p>
            <p className={styles.owed}>
              <Money symbol="NT$" text={formatMoney(owed)} hidden={hidden} />
            </p>
          </div>
          <div className={styles.end}>
            <p className={styles.small}>{texts.due}</p>
            <p className={styles.strong}>
              {loan.lateDays > 0
                ? texts.late(shortDay(due), loan.lateDays)
                : texts.dueIn(shortDay(due), daysFrom(today, due))}
            </p>
          </div>
        </div>
        <CallRuler
          pledges={loan.pledges}
          owed={owed}
          ratioBp={loan.ratioBp}
          callRatioBp={terms.callRatioBp}
          withSymbol
        />
        <hr className={styles.rule} />
        <KeyValues
          items={[
            { key: 'principal', label: texts.principal, value: amount(loan.principal) },
            {
              key: 'interest',
              label: (
                <>
                  {texts.interest}{' '}
                  <span className={styles.small}>
                    {texts.interestDays(loan.interestDays, formatMoney(daily))}
                  </span>
                </>
              ),
              value: amount(loan.interest),
            },
          ]}
        />
      </Card>
    </Section>
  )
}

const CallNote = ({ loan: { call } }: { readonly loan: Loan }) => {
  const texts = creditTexts.use().call
  const moment = useMoment()
  if (call === null) return null
  return (
    <Note tone={call.state === 'forced' ? 'crit' : 'warn'} role="status">
      {call.state === 'forced' ? texts.forced : texts[call.reason](cash(call.amount), moment(call.deadline))}
    </Note>
  )
}

const Pending = ({ loan }: { readonly loan: Loan }) => {
  const texts = creditTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const { isSending, send } = useSend()
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title={texts.pending}
      small
      className={styles.group}
      aside={<span className={styles.small}>{loan.number}</span>}
    >
      <Card as="section" className={styles.card}>
        <div className={styles.between}>
          <b className="num">{texts.asked(cash(loan.amount), loan.termDays)}</b>
          <StatusChip tone="warn">{texts.list.states.pending}</StatusChip>
        </div>
        <p className={styles.small}>{texts.answerBy(moment(loan.promisedAt))}</p>
        <KeyValues
          items={[
            {
              key: 'pledge',
              label: texts.pledged,
              value: loan.pledges
                .map(({ nameTw, nameEn, symbol, shares }) =>
                  texts.pledgedShares(
                    `${language === 'tw' ? nameTw : nameEn} ${symbol}`,
                    sharesText(shares, language),
                  ),
                )
                .join(language === 'tw' ? '；' : '; '),
            },
            { key: 'ratio', label: texts.repayment.ratio, value: percentOf(loan.ratioBp) },
          ]}
        />
        <Button kind="quiet" wide loading={isSending} onPress={() => setAsking(true)}>
          {texts.cancel}
        </Button>
      </Card>
      <Dialog
        open={isAsking}
        title={texts.cancelTitle}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button kind="quiet" wide onPress={() => setAsking(false)}>
              {texts.keep}
            </Button>
            <Button
              wide
              onPress={() => {
                setAsking(false)
                void send('/credit/cancel', () => ({ loanId: loan.loanId }))
              }}
            >
              {texts.cancel}
            </Button>
          </>
        }
      >
        {texts.cancelText}
      </Dialog>
    </Section>
  )
}

/** Loans, margin and shorts in one sum. Nothing to show without a debt. */
const Owed = ({ owed }: { readonly owed: Overview['owed'] }) => {
  const texts = creditTexts.use().owed
  const hidden = useHideAmounts()
  if (owed.total === '0') return null
  const parts = ['credit', 'margin', 'shorts', 'interest', 'payable'] as const
  return (
    <Section title={texts.title} small className={styles.group}>
      <Card as="section" className={styles.card}>
        <KeyValues
          items={[
            ...parts
              .filter((part) => owed[part] !== '0')
              .map((part) => ({
                key: part,
                label: texts[part],
                value: hidden ? '••••' : formatMoney(owed[part]),
              })),
            { key: 'total', label: texts.total, value: hidden ? '••••' : cash(owed.total), sum: true },
          ]}
        />
      </Card>
    </Section>
  )
}

const Action = ({ overview: { loan, borrowable, terms } }: { readonly overview: Overview }) => {
  const texts = creditTexts.use()
  if (isRunning(loan))
    return (
      <ActionBar>
        <LinkButton wide href={viewPath('repay')}>
          {texts.repay}
        </LinkButton>
      </ActionBar>
    )
  if (loan !== null || !terms.isOpen || BigInt(borrowable) < BigInt(terms.min)) return null
  return (
    <ActionBar>
      <LinkButton wide href={viewPath('borrow')}>
        {texts.borrow}
      </LinkButton>
    </ActionBar>
  )
}
