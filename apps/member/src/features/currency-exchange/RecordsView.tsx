import {
  Card,
  Chip,
  Chips,
  Empty,
  Icon,
  IconButton,
  KeyValues,
  Link,
  LinkButton,
  Note,
  Section,
  StatusChip,
} from '@fairlot/ui'
import { currencies, type Currency, formatMoney, isCurrency } from '@fairlot/money'
import { taipeiDate } from '@fairlot/rules/calendar'
import { formatRate } from '@fairlot/rules/currency-exchange'
import { Suspense, useState } from 'react'
import { byDay } from '#features/funds'
import { StatementSheet } from '#features/positions'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useDay } from '#shell/format.ts'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { currencyExchangeTexts } from './texts/index.ts'
import { amountText, type Quote, useClockText, useExchangeChanges } from './use-exchange.ts'
import styles from './Exchange.module.css'

/** USD and INR exchange only with each other, so the records of one are those of both. */
const filters: readonly { readonly currency: Currency; readonly label: string }[] = [
  { currency: 'TWD', label: 'TWD' },
  { currency: 'USD', label: 'USD／INR' },
  ...currencies
    .filter((currency) => !['TWD', 'USD', 'INR'].includes(currency))
    .map((currency) => ({ currency, label: currency })),
]

export const RecordsView = () => {
  const texts = currencyExchangeTexts.use().list
  const { nothing } = shellTexts.use()
  const asked = useSearch().get('currency')
  const setSearch = useSetSearch()
  const currency: Currency | undefined = asked !== null && isCurrency(asked) ? asked : undefined
  const read = usePaged('/currency-exchange/records', currency === undefined ? {} : { currency })
  const day = useDay()
  const [today] = useState(() => taipeiDate(Date.now()))
  const [isExporting, setExporting] = useState(false)
  useExchangeChanges()
  return (
    <RouteScreen
      trailing={
        <IconButton name="download" size={1.375} label={texts.statement} onPress={() => setExporting(true)} />
      }
    >
      <Chips label={texts.filter}>
        <Chip selected={currency === undefined} onPress={() => setSearch('currency', '')}>
          {texts.all}
        </Chip>
        {filters.map(({ currency: one, label }) => (
          <Chip
            key={one}
            selected={currency === one || (one === 'USD' && currency === 'INR')}
            onPress={() => setSearch('currency', one)}
          >
            {label}
          </Chip>
        ))}
      </Chips>
      <Answered read={read}>
        {(pages) => {
          const quotes = pages.flatMap((page) => page.quotes)
          const year = pages[0]?.year
          return quotes.length === 0 ? (
            <Empty
              nothing={nothing}
              text={texts.none}
              icon="exchange"
              action={<LinkButton href="/user/exchange">{texts.start}</LinkButton>}
            />
          ) : (
            <>
              {byDay(quotes.map((quote) => ({ ...quote, at: quote.quotedAt }))).map(({ date, rows }) => (
                <Section key={date} title={date === today ? texts.today : day(date)} small>
                  <Card as="ul" rows>
                    {rows.map((quote) => (
                      <li key={quote.quoteId}>
                        <QuoteRow quote={quote} />
                      </li>
                    ))}
                  </Card>
                </Section>
              ))}
              <MoreButton read={read}>{texts.older}</MoreButton>
              <Note className={styles.gap}>{texts.note}</Note>
              {year ? (
                <Card pad className={styles.gap}>
                  <KeyValues
                    items={[
                      { key: 'deals', label: texts.year, value: texts.deals(year.deals) },
                      { key: 'over', label: texts.over, value: amountText(year.spreadTwd, 'TWD'), sum: true },
                    ]}
                  />
                </Card>
              ) : null}
            </>
          )
        }}
      </Answered>
      <Suspense>{isExporting ? <StatementSheet onClose={() => setExporting(false)} /> : null}</Suspense>
    </RouteScreen>
  )
}

const QuoteRow = ({ quote }: { readonly quote: Quote }) => {
  const texts = currencyExchangeTexts.use().list
  const clock = useClockText()
  const hidden = useHideAmounts()
  const isDealt = quote.state === 'dealt'
  const shown = (text: string): string => (hidden ? '••••' : text)
  return (
    <Link href={`/user/exchange?view=quote&id=${quote.quoteId}`} className={styles.row}>
      <span>
        <b>
          {quote.pay} <Icon name="chevron" size={0.875} /> {quote.get}
          {isDealt ? null : <StatusChip tone="neutral">{texts.notDealt}</StatusChip>}
        </b>
        <small className="num">
          {isDealt
            ? `${formatRate(BigInt(quote.rate))} · ${clock(quote.dealtAt ?? quote.quotedAt)}`
            : texts.expired(clock(quote.expiresAt))}
        </small>
      </span>
      <span className={styles.figures}>
        <b className="num">
          {isDealt ? shown(`${formatMoney(quote.getAmount, { plus: true })} ${quote.get}`) : formatMoney(0n)}
        </b>
        <small className="num">
          {isDealt ? shown(`−${amountText(quote.payAmount, quote.pay)}`) : texts.nothingTaken}
        </small>
      </span>
    </Link>
  )
}
