// What was exchanged, compared with the quote, and both sides of its entry.

import {
  ActionBar,
  Card,
  cx,
  Evidence,
  Hash,
  KeyValues,
  LinkButton,
  Money,
  Section,
  StatusChip,
} from '@fairlot/ui'
import { displayId, formatMoney } from '@fairlot/money'
import { formatRate } from '@fairlot/rules/currency-exchange'
import { useKeepFinding } from '#features/audit'
import { symbolOf } from '#features/funds'
import { useHideAmounts } from '#shell/appearance.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { currencyExchangeTexts } from './texts/index.ts'
import { amountText, rateText, type Read, useClockText } from './use-exchange.ts'
import styles from './Exchange.module.css'

export const DealtQuote = ({ read }: { readonly read: Read }) => {
  const texts = currencyExchangeTexts.use().done
  const clock = useClockText()
  const hidden = useHideAmounts()
  const { quote } = read
  const footer = (
    <ActionBar>
      <LinkButton kind="quiet" href="/wallet/index">
        {texts.wallet}
      </LinkButton>
      <LinkButton kind="quiet" href={`/user/exchange?pay=${quote.pay}&get=${quote.get}`}>
        {texts.more}
      </LinkButton>
    </ActionBar>
  )
  return (
    <RouteScreen heading={texts.title} footer={footer}>
      <div className={styles.over} role="status">
        <StatusChip tone="brand" icon="check">
          {texts.booked}
        </StatusChip>
        <h2>
          <Money
            symbol={symbolOf(quote.get)}
            text={formatMoney(quote.getAmount)}
            size="display"
            hidden={hidden}
          />
        </h2>
        <p className="num">
          {texts.paid(
            hidden ? '••••' : amountText(quote.payAmount, quote.pay),
            clock(quote.dealtAt ?? quote.quotedAt),
          )}
        </p>
      </div>
      <Comparison read={read} />
      <Lines read={read} />
      <Card pad className={styles.gap}>
        <KeyValues
          items={[
            ...(
              [
                [quote.pay, read.payAvailable],
                [quote.get, read.getAvailable],
              ] as const
            ).map(([currency, amount]) => ({
              key: currency,
              label: texts.available(currency),
              value: hidden ? '••••' : formatMoney(amount),
            })),
            {
              key: 'number',
              label: texts.number,
              value: <span className="mono">{displayId(quote.entryId ?? quote.quoteId)}</span>,
            },
          ]}
        />
      </Card>
    </RouteScreen>
  )
}

/** The lines of the ledger against the quote that was signed. */
const isSame = ({ quote, lines }: Read): boolean => {
  const own = (currency: string): string | undefined =>
    lines.find((line) => line.owner === 'member' && line.currency === currency)?.amount
  return own(quote.pay) === `-${quote.payAmount}` && own(quote.get) === quote.getAmount
}

const Comparison = ({ read }: { readonly read: Read }) => {
  const texts = currencyExchangeTexts.use().done
  const { copy } = shellTexts.use()
  const clock = useClockText()
  const { quote, signed } = read
  const dealtAt = quote.dealtAt ?? quote.quotedAt
  const seconds = Math.floor((Date.parse(dealtAt) - Date.parse(quote.quotedAt)) / 1_000)
  const same = isSame(read)
  useKeepFinding('exchange', quote.quoteId, same)
  return (
    <Evidence title={texts.same} verdict={same ? texts.yes : texts.no} tone={same ? 'ok' : 'crit'}>
      <KeyValues
        items={[
          { key: 'quoted', label: texts.quoted(clock(quote.quotedAt)), value: rateText(quote, quote.rate) },
          {
            key: 'dealt',
            label: texts.dealt(clock(dealtAt), seconds),
            value: formatRate(BigInt(quote.rate)),
          },
          { key: 'mid', label: texts.mid, value: formatRate(BigInt(quote.mid)) },
          { key: 'over', label: texts.over, value: amountText(quote.spread, quote.get), sum: true },
        ]}
      />
      <p className={cx(styles.small, styles.gap)}>{texts.signature}</p>
      <Hash
        text={`${signed.signature.slice(0, 8)} … ${signed.signature.slice(-8)}`}
        full={`${signed.text}${signed.keyId} ${signed.signature}`}
        copy={copy}
      />
    </Evidence>
  )
}

const Lines = ({ read: { quote, lines } }: { readonly read: Read }) => {
  const texts = currencyExchangeTexts.use().done
  const hidden = useHideAmounts()
  const of = (owner: 'member' | 'house', currency: string): bigint =>
    BigInt(lines.find((line) => line.owner === owner && line.currency === currency)?.amount ?? '0')
  const shown = (amount: bigint): string => (hidden ? '••••' : formatMoney(amount, { plus: true }))
  const columns = [quote.pay, quote.get]
  return (
    <Section title={texts.lines} small aside={<small>{texts.nothing}</small>}>
      <Card pad>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.account}</th>
              {columns.map((currency) => (
                <th key={currency} scope="col">
                  {currency}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(['member', 'house'] as const).map((owner) => (
              <tr key={owner}>
                <th scope="row">{texts[owner]}</th>
                {columns.map((currency) => (
                  <td key={currency}>{shown(of(owner, currency))}</td>
                ))}
              </tr>
            ))}
            <tr className={styles.sum}>
              <th scope="row">{texts.sum}</th>
              {columns.map((currency) => (
                <td key={currency}>{formatMoney(of('member', currency) + of('house', currency))}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </Card>
    </Section>
  )
}
