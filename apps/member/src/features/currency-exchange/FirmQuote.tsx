import { ActionBar, Button, Card, Icon, KeyValues, Money, Note, Section } from '@fairlot/ui'
import { displayId, formatMoney } from '@fairlot/money'
import { formatRate } from '@fairlot/rules/currency-exchange'
import { useRef, useState } from 'react'
import { fundComponentsTexts, symbolOf } from '#features/funds'
import { useHideAmounts } from '#shell/appearance.ts'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { toastMessage } from '#shell/toasts.ts'
import { QuoteRing } from './QuoteRing.tsx'
import { currencyExchangeTexts } from './texts/index.ts'
import { amountText, exchangeMoved, rateText, type Read, useAskQuote, useClockText } from './use-exchange.ts'
import { type Signature, useSignature } from './use-signature.ts'
import styles from './Exchange.module.css'

interface Props {
  readonly read: Read
  /** Whole seconds. */
  readonly left: number
}

export const FirmQuote = ({ read, left }: Props) => {
  const all = currencyExchangeTexts.use()
  const texts = all.quote
  const { currencies } = fundComponentsTexts.use()
  const { quote } = read
  const { pay, get } = quote
  const deal = useDeal(quote.quoteId)
  const signature = useSignature(read)
  const { isAsking, ask } = useAskQuote(true)
  const lifeMs = Date.parse(quote.expiresAt) - Date.parse(quote.quotedAt)
  const footer = (
    <ActionBar>
      <Button
        kind="quiet"
        className={styles.again}
        loading={isAsking}
        onPress={() => void ask({ pay, get, amount: quote.payAmount })}
      >
        {texts.again}
      </Button>
      {signature === 'wrong' ? null : (
        <Button loading={deal.isSending || signature === 'checking'} onPress={() => void deal.send()}>
          {texts.deal(amountText(quote.payAmount, pay))}
        </Button>
      )}
    </ActionBar>
  )
  if (signature === 'wrong')
    return (
      <RouteScreen heading={texts.title} footer={footer}>
        <div className={styles.over} role="alert">
          <h2>{texts.wrong.title}</h2>
          <p>{texts.wrong.text}</p>
          <p className="num">{all.expired.still(amountText(read.payAvailable, pay))}</p>
        </div>
      </RouteScreen>
    )
  return (
    <RouteScreen heading={texts.title} footer={footer}>
      <QuoteRing left={left} of={Math.round(lifeMs / 1_000)} />
      <div className={styles.pair}>
        <div>
          <small>{texts.pay}</small>
          <Money text={formatMoney(quote.payAmount)} size="figure" />
          <span>
            {pay} {currencies[pay]}
          </span>
        </div>
        <Icon name="chevron" size={1.25} />
        <div>
          <small>{texts.get}</small>
          <Money text={formatMoney(quote.getAmount)} size="figure" />
          <span>
            {get} {currencies[get]}
          </span>
        </div>
      </div>
      <Terms read={read} signature={signature} />
      <BalancesAfter read={read} />
      <Note className={styles.gap}>{texts.note(all.sources[quote.source])}</Note>
    </RouteScreen>
  )
}

interface TermsProps {
  readonly read: Read
  readonly signature: Exclude<Signature, 'wrong'>
}

const Terms = ({ read: { quote }, signature }: TermsProps) => {
  const texts = currencyExchangeTexts.use().quote
  const clock = useClockText()
  const paysBase = quote.base === quote.pay
  const how = `${formatMoney(quote.payAmount)} ${paysBase ? '×' : '÷'} ${formatRate(BigInt(quote.rate))}`
  return (
    <Card pad>
      <KeyValues
        items={[
          { key: 'rate', label: texts.firm, value: rateText(quote, quote.rate) },
          { key: 'mid', label: texts.mid(clock(quote.rateAt)), value: formatRate(BigInt(quote.mid)) },
          {
            key: 'spread',
            label: texts.spread,
            value: texts.spreadOf(amountText(quote.spread, quote.get), quote.spreadBps),
          },
          { key: 'fee', label: texts.fee, value: formatMoney(0n) },
          {
            key: 'number',
            label: texts.number,
            value: <span className="mono">{displayId(quote.quoteId)}</span>,
          },
          { key: 'signature', label: texts.signature, value: texts.signatures[signature] },
          {
            key: 'get',
            label: (
              <>
                {texts.get} <span className={styles.how}>{how}</span>
              </>
            ),
            value: `${symbolOf(quote.get)}${formatMoney(quote.getAmount)}`,
            sum: true,
          },
        ]}
      />
    </Card>
  )
}

const BalancesAfter = ({ read: { quote, payAvailable, getAvailable } }: { readonly read: Read }) => {
  const texts = currencyExchangeTexts.use().quote
  const hidden = useHideAmounts()
  const shown = (amount: bigint): string => (hidden ? '••••' : formatMoney(amount))
  const rows = [
    [quote.pay, BigInt(payAvailable), -BigInt(quote.payAmount)],
    [quote.get, BigInt(getAvailable), BigInt(quote.getAmount)],
  ] as const
  return (
    <Section title={texts.after} small aside={<small>{texts.available}</small>}>
      <Card pad>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{texts.currency}</span>
              </th>
              <th scope="col">{texts.now}</th>
              <th scope="col">{texts.later}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([currency, before, change]) => (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                <td>{shown(before)}</td>
                <td>
                  <b>{shown(before + change)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </Section>
  )
}

/** The key is made once for the quote: however often it is sent, it is one exchange. */
const useDeal = (quoteId: string) => {
  const [isSending, setSending] = useState(false)
  const key = useRef(newIdempotencyKey())
  const send = async (): Promise<void> => {
    setSending(true)
    const answer = await call('/currency-exchange/deal', { quoteId }, { idempotencyKey: key.current })
    if (answer.ok && answer.msg !== '') void toastMessage(answer.msg)
    await exchangeMoved()
    setSending(false)
  }
  return { isSending, send }
}
