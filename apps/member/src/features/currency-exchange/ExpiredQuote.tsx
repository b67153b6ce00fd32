import { ActionBar, Button, Card, KeyValues } from '@fairlot/ui'
import { formatRate, priceExchange } from '@fairlot/rules/currency-exchange'
import { useNavigate } from '@fairlot/app-shell/router'
import { useHideAmounts } from '#shell/appearance.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { QuoteRing } from './QuoteRing.tsx'
import { currencyExchangeTexts } from './texts/index.ts'
import {
  amountText,
  midsOf,
  rateText,
  type Read,
  useAskQuote,
  useClockText,
  useRates,
} from './use-exchange.ts'
import styles from './Exchange.module.css'

export const ExpiredQuote = ({ read: { quote, payAvailable } }: { readonly read: Read }) => {
  const all = currencyExchangeTexts.use()
  const texts = all.expired
  const hidden = useHideAmounts()
  const navigate = useNavigate()
  const { isAsking, ask } = useAskQuote(true)
  const { pay, get, payAmount } = quote
  const typed = `${BigInt(payAmount) / 100n}.${String(BigInt(payAmount) % 100n).padStart(2, '0')}`
  const footer = (
    <ActionBar>
      <Button
        kind="quiet"
        onPress={() => navigate(`/user/exchange?pay=${pay}&get=${get}&amount=${typed}`, { replace: true })}
      >
        {texts.back}
      </Button>
      <Button loading={isAsking} onPress={() => void ask({ pay, get, amount: payAmount })}>
        {all.quote.again}
      </Button>
    </ActionBar>
  )
  return (
    <RouteScreen heading={all.quote.title} footer={footer}>
      <QuoteRing left={0} of={1} />
      <div className={styles.over} role="status">
        <h2>{texts.title}</h2>
        <p>{texts.text}</p>
        <p className="num">{texts.still(hidden ? '••••' : amountText(payAvailable, pay))}</p>
      </div>
      <NowRate quote={quote} />
    </RouteScreen>
  )
}

/** What the same amount gets now. */
const NowRate = ({ quote }: Pick<Read, 'quote'>) => {
  const texts = currencyExchangeTexts.use().expired
  const clock = useClockText()
  const rates = useRates({ quiet: true }).data
  const { pay, get, payAmount, getAmount } = quote
  const priced = rates && priceExchange(midsOf(rates), pay, get, BigInt(payAmount), rates.spreadBps)
  const difference = (priced?.get ?? 0n) - BigInt(getAmount)
  return (
    <Card pad>
      <KeyValues
        items={[
          { key: 'old', label: texts.old, value: rateText(quote, quote.rate) },
          ...(rates === undefined || priced === undefined
            ? []
            : [
                {
                  key: 'now',
                  label: texts.now(clock(rates.now)),
                  value: `1 ${priced.base} = ${formatRate(priced.mid)} ${priced.counter}`,
                },
                {
                  key: 'same',
                  label: texts.same(amountText(payAmount, pay)),
                  value: amountText(priced.get, get),
                },
                {
                  key: 'difference',
                  label: difference < 0n ? texts.less : texts.more,
                  value: amountText(difference < 0n ? -difference : difference, get),
                  sum: true,
                },
              ]),
        ]}
      />
    </Card>
  )
}
