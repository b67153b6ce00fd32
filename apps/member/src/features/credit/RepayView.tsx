// Repay a part or everything: interest first, and what stays afterwards.

import { Card, Chip, Chips, Empty, Money, StackedBar } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import {
  creditCallPrice,
  creditInterest,
  creditRatio,
  pledgeValue,
  splitRepayment,
} from '@fairlot/rules/credit'
import { useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { AmountField, minorOf } from '#features/funds'
import { Answered } from '#shell/Answered.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { FormBar } from './FormBar.tsx'
import { RecordsButton } from './RecordsButton.tsx'
import { creditTexts } from './texts/index.ts'
import {
  cash,
  daysFrom,
  hubPath,
  type Loan,
  type Overview,
  percentOf,
  priceText,
  shortDay,
  useOverview,
  useSend,
} from './use-credit.ts'
import styles from './Credit.module.css'

export const RepayView = () => {
  const texts = creditTexts.use().repayment
  const { nothing } = shellTexts.use()
  const read = useOverview()
  const loan = read.data?.loan
  if (read.data === undefined || loan?.state !== 'passed')
    return (
      <RouteScreen>
        <Answered read={read}>{() => <Empty nothing={nothing} text={texts.none} icon="loan" />}</Answered>
      </RouteScreen>
    )
  return <Form overview={read.data} loan={loan} />
}

type Way = 'interest' | 'own' | 'all'

interface FormProps {
  readonly overview: Overview
  readonly loan: Loan
}

/** Minor units as they are typed. */
const typedOf = (minor: bigint): string => formatMoney(minor).replaceAll(',', '').replace(/\.00$/, '')

const Form = ({ overview, loan }: FormProps) => {
  const texts = creditTexts.use().repayment
  const navigate = useNavigate()
  const { isSending, send } = useSend()
  const [way, setWay] = useState<Way>('own')
  const [own, setOwn] = useState('')
  const owed = BigInt(loan.principal) + BigInt(loan.interest)
  const available = BigInt(overview.available)
  const ways: readonly Way[] = loan.interest === '0' ? ['own', 'all'] : ['interest', 'own', 'all']
  const typed = way === 'own' ? own : typedOf(way === 'all' ? owed : BigInt(loan.interest))
  const amount = minorOf(typed) ?? 0n
  const problem =
    amount === 0n
      ? texts.enter
      : amount > owed
        ? texts.tooMuch(formatMoney(owed))
        : amount > available
          ? texts.short
          : undefined
  const onSend = async (): Promise<void> => {
    const did = await send('/credit/repay', (repaymentId) => ({
      loanId: loan.loanId,
      repaymentId,
      amount: amount.toString(),
    }))
    if (did) navigate(hubPath, { replace: true })
  }
  const choose = (next: Way) => {
    if (next === 'own') setOwn(typed)
    setWay(next)
  }
  return (
    <RouteScreen
      trailing={<RecordsButton />}
      footer={
        <FormBar
          figure={{
            label: texts.left,
            value: formatMoney(available - (problem === undefined ? amount : 0n)),
          }}
          problem={problem}
          isSending={isSending}
          onSend={() => void onSend()}
        >
          {texts.send(cash(amount))}
        </FormBar>
      }
    >
      <Head loan={loan} owed={owed} />
      <Card as="section" className={styles.card}>
        <AmountField
          label={texts.this}
          symbol="NT$"
          value={typed}
          onChange={(value) => {
            setWay('own')
            setOwn(value)
          }}
          aside={<span className={styles.small}>{texts.available(formatMoney(available))}</span>}
          error={amount > 0n ? problem : undefined}
        />
        <Chips fill label={texts.how}>
          {ways.map((one) => (
            <Chip key={one} selected={way === one} onPress={() => choose(one)}>
              {texts[one]}
            </Chip>
          ))}
        </Chips>
      </Card>
      <Effects overview={overview} loan={loan} amount={amount > owed ? owed : amount} />
    </RouteScreen>
  )
}

const Head = ({ loan, owed }: { readonly loan: Loan; readonly owed: bigint }) => {
  const texts = creditTexts.use()
  return (
    <div className={styles.head}>
      <p className={styles.small}>{texts.repayment.head}</p>
      <Money symbol="NT$" text={formatMoney(owed)} size="display" />
      <p className={styles.parts}>
        <span>
          {texts.principal} <b>{formatMoney(loan.principal)}</b>
        </span>
        <span>
          {texts.interest} {texts.form.days(loan.interestDays)} <b>{formatMoney(loan.interest)}</b>
        </span>
        <span>
          {texts.due} <b>{shortDay(loan.dueOn!)}</b>
        </span>
      </p>
    </div>
  )
}

interface EffectsProps extends FormProps {
  readonly amount: bigint
}

const Effects = ({ overview: { terms, today }, loan, amount }: EffectsProps) => {
  const texts = creditTexts.use()
  const own = texts.repayment
  const before = { principal: BigInt(loan.principal), interest: BigInt(loan.interest) }
  const paid = splitRepayment(before, amount)!
  const after = { principal: before.principal - paid.principal, interest: before.interest - paid.interest }
  const days = Math.max(0, daysFrom(today, loan.dueOn!))
  const untilDue = ({ principal }: typeof before): bigint => creditInterest(principal, loan.aprPpm, days)
  const value = pledgeValue(loan.pledges)
  const sum = ({ principal, interest }: typeof before): bigint => principal + interest
  const [only, ...others] = loan.pledges
  const callOf = (at: typeof before): string => {
    const price = only === undefined ? null : creditCallPrice(only.shares, sum(at), terms.callRatioBp)
    return price === null ? '—' : priceText(price)
  }
  const saved = untilDue(before) - untilDue(after)
  const rows = [
    { key: 'principal', name: own.principal, of: (at: typeof before) => formatMoney(at.principal) },
    { key: 'until', name: own.untilDue, of: (at: typeof before) => formatMoney(untilDue(at)) },
    { key: 'ratio', name: own.ratio, of: (at: typeof before) => percentOf(creditRatio(value, sum(at))) },
    ...(only === undefined || others.length > 0
      ? []
      : [{ key: 'call', name: own.callPrice(only.symbol), of: callOf }]),
  ]
  return (
    <>
      <Card as="section" className={styles.card}>
        <p className={styles.small}>{own.order}</p>
        <StackedBar
          label={own.order}
          shares={[
            {
              key: 'interest',
              share: amount === 0n ? 0 : Number(paid.interest) / Number(amount),
              tone: 'warn',
            },
            {
              key: 'principal',
              share: amount === 0n ? 0 : Number(paid.principal) / Number(amount),
              tone: 'brand',
            },
          ]}
        />
        <div className={styles.between}>
          <span>
            <span className={styles.small}>{texts.interest}</span>
            <br />
            <b className="num">{formatMoney(paid.interest)}</b>
          </span>
          <span className={styles.end}>
            <span className={styles.small}>{texts.principal}</span>
            <br />
            <b className="num">{formatMoney(paid.principal)}</b>
          </span>
        </div>
      </Card>
      <Card as="section" className={styles.card}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">{own.before}</th>
              <th scope="col">{own.after}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, of }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{of(before)}</td>
                <td>{of(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.saved}>{saved > 0n ? own.saved(formatMoney(saved)) : own.free}</p>
      </Card>
    </>
  )
}
