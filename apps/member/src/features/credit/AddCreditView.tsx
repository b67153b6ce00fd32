// Add credit: a higher approved limit, in whole dollars. It lends nothing by itself.

import { Card, Chip, Chips, cx, Field, KeyValues, Money, Note, Section, StackedBar } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { pledgeValue } from '@fairlot/rules/credit'
import { creditPurposes, type CreditPurpose } from '@fairlot/contract/credit/states'
import { useId, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { Answered } from '#shell/Answered.tsx'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { FormBar } from './FormBar.tsx'
import { creditTexts } from './texts/index.ts'
import { hubPath, type Overview, rateText, useOverview, useSend, whole } from './use-credit.ts'
import styles from './Credit.module.css'

export const AddCreditView = () => {
  const read = useOverview()
  return read.data === undefined ? (
    <RouteScreen>
      <Answered read={read}>{() => null}</Answered>
    </RouteScreen>
  ) : (
    <Form overview={read.data} />
  )
}

/** Whole dollars: digits only, without a leading zero; full-width digits come from Chinese input methods. */
const digitsOf = (text: string): string =>
  text
    .replace(/[０-９]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/\D/g, '')
    .replace(/^0+/, '')
    .slice(0, 10)

const Form = ({ overview }: { readonly overview: Overview }) => {
  const texts = creditTexts.use().increase
  const id = useId()
  const navigate = useNavigate()
  const moment = useMoment()
  const { isSending, send } = useSend()
  const [dollars, setDollars] = useState('')
  const [purpose, setPurpose] = useState<CreditPurpose>('reserve')
  const { terms, increaseFrom } = overview
  const limit = BigInt(overview.limit)
  const room = BigInt(terms.max) - limit
  const amount = dollars === '' ? 0n : BigInt(dollars) * 100n
  const supported = BigInt(overview.supported) - limit
  const problem =
    increaseFrom !== null
      ? texts.wait(moment(increaseFrom))
      : amount === 0n
        ? texts.enter
        : amount > room
          ? texts.tooHigh(formatMoney(room))
          : undefined
  const onSend = async (): Promise<void> => {
    const did = await send('/credit/addCredit', (increaseId) => ({ increaseId, dollars, purpose }))
    if (did) navigate(hubPath, { replace: true })
  }
  return (
    <RouteScreen
      footer={
        <FormBar problem={problem} isSending={isSending} onSend={() => void onSend()}>
          {texts.send(whole(amount))}
        </FormBar>
      }
    >
      <div className={styles.cards}>
        <LimitCard overview={overview} amount={amount > room ? room : amount} />
        <Field
          id={id}
          name="dollars"
          label={texts.amount}
          aside={<span className={styles.small}>{texts.whole}</span>}
          inputMode="numeric"
          value={dollars}
          error={amount > room ? problem : undefined}
          onChange={(value) => setDollars(digitsOf(value))}
          onBlur={() => undefined}
          help={supported > 0n ? texts.enough(whole(supported)) : texts.more}
        />
        <Section title={texts.purpose} small className={styles.group}>
          <Chips label={texts.purpose}>
            {creditPurposes.map((one) => (
              <Chip key={one} selected={purpose === one} onPress={() => setPurpose(one)}>
                {texts.purposes[one]}
              </Chip>
            ))}
          </Chips>
        </Section>
        <Card as="section" className={styles.card}>
          <KeyValues
            items={[
              { key: 'fee', label: texts.fee, value: formatMoney(0n) },
              { key: 'unused', label: texts.unused, value: texts.perYear(rateText(terms.aprPpm)) },
              { key: 'review', label: texts.review, value: texts.twoPeople },
              { key: 'next', label: texts.next, value: texts.inDays(terms.increaseDays) },
            ]}
          />
        </Card>
        <Note>{texts.only}</Note>
      </div>
    </RouteScreen>
  )
}

interface LimitProps {
  readonly overview: Overview
  readonly amount: bigint
}

const LimitCard = ({ overview, amount }: LimitProps) => {
  const texts = creditTexts.use().increase
  const { terms, limit, supported, holdings } = overview
  const max = Number(terms.max)
  const share = (minor: bigint): number => (max === 0 ? 0 : Number(minor) / max)
  const at = Math.min(1, share(BigInt(supported)))
  return (
    <Card as="section" className={styles.card}>
      <div className={cx(styles.between, styles.limits)}>
        <span>
          <span className={styles.small}>{texts.now}</span>
          <Money text={formatMoney(limit)} size="figure" />
        </span>
        <span className={styles.end}>
          <span className={styles.small}>{texts.after}</span>
          <span className={styles.after}>
            <Money text={formatMoney(BigInt(limit) + amount)} size="figure" />
          </span>
        </span>
      </div>
      <div>
        {/* Before and after the label in the ratio of the tick, which then stands under it at every width. */}
        <p className={styles.support}>
          <i style={{ flexGrow: at }} />
          <span className={styles.small}>{texts.supported(formatMoney(supported))}</span>
          <i style={{ flexGrow: 1 - at }} />
        </p>
        <div className={styles.ticked}>
          <StackedBar
            label={texts.at(formatMoney(limit))}
            shares={[
              { key: 'limit', share: share(BigInt(limit)), tone: 'brand' },
              { key: 'more', share: share(amount), tone: 'pale' },
            ]}
          />
          {at > 0 ? <i className={styles.tick} style={{ insetInlineStart: `${at * 100}%` }} /> : null}
        </div>
      </div>
      <p className={styles.between}>
        <span className={styles.small}>{texts.at(formatMoney(limit))}</span>
        <span className={styles.small}>{texts.max(formatMoney(terms.max))}</span>
      </p>
      <p className={styles.small}>
        {texts.how(
          formatMoney(pledgeValue(holdings)),
          rateText(terms.financingPpm).replace(/\.00%$/, '%'),
          formatMoney(terms.step),
        )}
      </p>
    </Card>
  )
}
