// Amount and pair, at an indicative rate with its source and time. The next step is a firm quote.

import { ActionBar, Button, Card, Chip, Icon, IconButton, LinkButton, Money, Note } from '@fairlot/ui'
import { currencies, type Currency, formatMoney, isCurrency } from '@fairlot/money'
import { boundsIn, exchangeableWith, priceExchange } from '@fairlot/rules/currency-exchange'
import { lazy, Suspense, useId, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { CurrencyMark, fundComponentsTexts, groupedAmount, minorOf, typedAmount } from '#features/funds'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { Restricted, useRestrictions } from '#shell/restricted/index.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { RateCard } from './RateCard.tsx'
import { currencyExchangeTexts } from './texts/index.ts'
import { availableOf, midsOf, type Rates, useAskQuote, useExchangeChanges, useRates } from './use-exchange.ts'
import styles from './Exchange.module.css'

const CurrencySheet = lazy(() =>
  import('./CurrencySheet.tsx').then((file) => ({ default: file.CurrencySheet })),
)

const chosen = (text: string | null, usual: Currency): Currency =>
  text !== null && isCurrency(text) ? text : usual

/** The pair is in the address, so that coming back from a quote finds it; a pair that is not exchanged becomes one. */
const usePair = () => {
  const search = useSearch()
  const setSearch = useSetSearch()
  const pay = chosen(search.get('pay'), 'TWD')
  const asked = chosen(search.get('get'), 'JPY')
  const choices = exchangeableWith(pay)
  const get = choices.includes(asked) ? asked : choices[0]!
  return {
    pay,
    get,
    choices,
    amount: search.get('amount') ?? '',
    setPay: (currency: Currency) => setSearch('pay', currency),
    setGet: (currency: Currency) => setSearch('get', currency),
    setAmount: (amount: string) => setSearch('amount', amount),
  }
}

export const ExchangeScreen = () => {
  const texts = currencyExchangeTexts.use()
  const navigate = useNavigate()
  const rates = useRates()
  const restrictions = useRestrictions('move-money')
  useExchangeChanges()
  const records = (
    <IconButton
      name="history"
      size={1.375}
      label={texts.records}
      onPress={() => navigate('/user/exchange?view=records')}
    />
  )
  if (rates.data !== undefined && restrictions?.length === 0)
    return <ExchangeForm rates={rates.data} records={records} />
  return (
    <RouteScreen trailing={records}>
      <Answered read={rates}>
        {() =>
          restrictions === undefined || restrictions.length === 0 ? null : (
            <Suspense>
              <Restricted restrictions={restrictions} />
            </Suspense>
          )
        }
      </Answered>
    </RouteScreen>
  )
}

interface FormProps {
  readonly rates: Rates
  readonly records: React.ReactNode
}

const ExchangeForm = ({ rates, records }: FormProps) => {
  const texts = currencyExchangeTexts.use()
  const pair = usePair()
  const { pay, get, amount } = pair
  const [sheet, setSheet] = useState<'pay' | 'get'>()
  const navigate = useNavigate()
  const minor = minorOf(amount)
  const mids = midsOf(rates)
  const priced = priceExchange(mids, pay, get, minor ?? 0n, rates.spreadBps)
  const bounds = boundsIn(mids, pay, { min: Number(rates.min), max: Number(rates.max) })
  const swap = () => navigate(`/user/exchange?pay=${get}&get=${pay}&amount=${amount}`, { replace: true })
  return (
    <RouteScreen trailing={records} footer={<AskBar rates={rates} pair={pair} minor={minor} />}>
      <div className={styles.sides}>
        <PaySide rates={rates} pair={pair} onChoose={() => setSheet('pay')} />
        <span className={styles.swap}>
          <IconButton name="sort" size={1.25} label={texts.swap} onPress={swap} />
        </span>
        <Card as="section" className={styles.side}>
          <div>
            <p className={styles.small}>{texts.about}</p>
            <CurrencyButton currency={get} label={texts.chooseGet} onPress={() => setSheet('get')} />
          </div>
          <output className={styles.amount}>
            <Money text={formatMoney(priced?.get ?? 0n)} size="figure" />
          </output>
        </Card>
      </div>
      <p className={styles.hint}>
        <span className="num">
          {bounds === undefined ? '' : texts.bounds(formatMoney(bounds.min), formatMoney(bounds.max), pay)}
        </span>
        <span>{rates.spreadBps === 0 ? texts.noFee : ''}</span>
      </p>
      <RateCard rates={rates} pay={pay} get={get} />
      <section className={styles.into} aria-label={texts.into}>
        <h2>
          {texts.into} <small>{texts.paired}</small>
        </h2>
        <div className={styles.chips} role="group" aria-label={texts.into}>
          {currencies
            .filter((currency) => currency !== pay)
            .map((currency) =>
              pair.choices.includes(currency) ? (
                <Chip key={currency} selected={currency === get} onPress={() => pair.setGet(currency)}>
                  {currency}
                </Chip>
              ) : (
                <span key={currency} className={styles.off} aria-disabled="true">
                  {currency}
                </span>
              ),
            )}
        </div>
      </section>
      <Note>{texts.indicative(rates.quoteSeconds)}</Note>
      <Suspense>
        {sheet === undefined ? null : (
          <CurrencySheet
            side={sheet}
            choices={sheet === 'pay' ? currencies : pair.choices}
            rates={rates}
            onChoose={sheet === 'pay' ? pair.setPay : pair.setGet}
            onClose={() => setSheet(undefined)}
          />
        )}
      </Suspense>
      <HelpRow page="currency-exchange" />
    </RouteScreen>
  )
}

type Pair = ReturnType<typeof usePair>

interface PaySideProps {
  readonly rates: Rates
  readonly pair: Pair
  readonly onChoose: () => void
}

const PaySide = ({ rates, pair, onChoose }: PaySideProps) => {
  const texts = currencyExchangeTexts.use()
  const hidden = useHideAmounts()
  const id = useId()
  // The separators are hidden while typing, so that the cursor does not jump.
  const [focused, setFocused] = useState(false)
  const available = availableOf(rates, pair.pay)
  return (
    <Card as="section" className={styles.side}>
      <div>
        <p className={styles.small} id={id}>
          {texts.pay(hidden ? '••••' : formatMoney(available))}
        </p>
        <CurrencyButton currency={pair.pay} label={texts.choosePay} onPress={onChoose} />
      </div>
      <input
        className={styles.amount}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        aria-label={texts.payAmount}
        aria-describedby={id}
        value={focused ? pair.amount : groupedAmount(pair.amount)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => pair.setAmount(typedAmount(event.target.value))}
      />
    </Card>
  )
}

interface CurrencyButtonProps {
  readonly currency: Currency
  readonly label: string
  readonly onPress: () => void
}

const CurrencyButton = ({ currency, label, onPress }: CurrencyButtonProps) => {
  const { currencies: names } = fundComponentsTexts.use()
  return (
    <button type="button" className={styles.currency} onClick={onPress}>
      <span className="visually-hidden">{label}</span>
      <CurrencyMark currency={currency} />
      {currency} {names[currency]}
      <Icon name="chevron-down" size={1} />
    </button>
  )
}

interface AskBarProps {
  readonly rates: Rates
  readonly pair: Pair
  readonly minor: bigint | undefined
}

/** The next step, or what is missing for it. */
const AskBar = ({ rates, pair: { pay, get }, minor }: AskBarProps) => {
  const texts = currencyExchangeTexts.use()
  const { isAsking, ask } = useAskQuote()
  const mids = midsOf(rates)
  const bounds = boundsIn(mids, pay, { min: Number(rates.min), max: Number(rates.max) })
  const missing = [pay, get].find((one) => one !== 'TWD' && !mids.has(one))
  const short = (minor ?? 0n) - availableOf(rates, pay)
  const reason =
    missing !== undefined
      ? texts.noRate(missing)
      : minor === undefined
        ? texts.enter
        : bounds !== undefined && (minor < bounds.min || minor > bounds.max)
          ? texts.outside
          : undefined
  if (reason === undefined && short > 0n && (pay === 'USD' || pay === 'INR' || pay === 'TWD'))
    return (
      <ActionBar>
        <LinkButton wide href="/user/rechargeChannel">
          {texts.deposit(pay)}
        </LinkButton>
      </ActionBar>
    )
  const disabled = reason ?? (short > 0n ? texts.short(`${formatMoney(short)} ${pay}`) : undefined)
  return (
    <ActionBar>
      <Button
        wide
        loading={isAsking}
        disabled={disabled !== undefined}
        reason={disabled}
        onPress={() => void ask({ pay, get, amount: String(minor) })}
      >
        {texts.get(rates.quoteSeconds)}
      </Button>
    </ActionBar>
  )
}
