// Every currency of the wallet: cash together in New Taiwan dollars at the mid rate, each balance, and the empty ones folded.

import { Card, Icon, type IconName, Link, Money, Note, Row, Section } from '@fairlot/ui'
import { currencies, type Currency, formatMoney } from '@fairlot/money'
import { twdOf } from '@fairlot/rules/currency-exchange'
import type { Account } from '#features/figures'
import { midsOf, useClockText, useRates } from '#features/currency-exchange'
import { CurrencyMark } from '../components/CurrencyMark.tsx'
import { symbolOf } from '../components/symbol-of.ts'
import { fundComponentsTexts } from '../components/texts/index.ts'
import { walletTexts } from './texts/index.ts'
import styles from './Wallet.module.css'

interface Props {
  readonly account: Account
  readonly hidden: boolean
}

const actions = [
  ['deposit', 'deposit', '/user/rechargeChannel'],
  ['withdraw', 'withdraw', '/user/withdraw'],
  ['exchange', 'exchange', '/user/exchange'],
  ['allRecords', 'table', '/user/FundingDetails'],
] as const satisfies readonly (readonly [string, IconName, string])[]

export const CurrencyBalances = ({ account, hidden }: Props) => {
  const texts = walletTexts.use()
  const rates = useRates({ quiet: true }).data
  const clock = useClockText()
  const { terms, foreign } = account
  const home = BigInt(terms.available) + BigInt(terms.held) + BigInt(terms.unsettled)
  const mids = rates && midsOf(rates)
  const balances = currencies.map((currency) => {
    const amount =
      currency === 'TWD' ? home : BigInt(foreign.find((one) => one.currency === currency)?.amount ?? '0')
    return { currency, amount, twd: mids && twdOf(mids, currency, amount) }
  })
  const abroad = balances.reduce(
    (sum, { currency, twd }) => (currency === 'TWD' ? sum : sum + (twd ?? 0n)),
    0n,
  )
  const shown = (amount: bigint): string => (hidden ? '••••' : formatMoney(amount))
  const own = balances.filter(({ currency, amount }) => currency === 'TWD' || amount !== 0n)
  const sorted = own.toSorted((a, b) => Number(b.currency === 'TWD') - Number(a.currency === 'TWD'))
  return (
    <>
      <section className={styles.total}>
        <h2 className={styles.label}>{texts.total}</h2>
        <Money symbol={symbolOf('TWD')} text={formatMoney(home + abroad)} size="display" hidden={hidden} />
        <p className={styles.parts}>
          <span>
            {texts.home} <b className="num">{shown(home)}</b>
          </span>
          <span>
            {texts.abroad} <b className="num">{shown(abroad)}</b>
          </span>
        </p>
      </section>
      <nav className={styles.actions} aria-label={texts.actions}>
        {actions.map(([name, icon, href]) => (
          <Link key={name} href={href}>
            <span aria-hidden="true">
              <Icon name={icon} size={1.25} />
            </span>
            {texts[name]}
          </Link>
        ))}
      </nav>
      <Card rows>
        {sorted.map((balance) => (
          <BalanceRow key={balance.currency} balance={balance} account={account} shown={shown} />
        ))}
      </Card>
      <Empties list={balances.filter(({ currency, amount }) => currency !== 'TWD' && amount === 0n)} />
      <Note>{rates === undefined ? texts.note : texts.noteAt(clock(rates.now))}</Note>
    </>
  )
}

interface Balance {
  readonly currency: Currency
  readonly amount: bigint
  readonly twd: bigint | undefined
}

interface BalanceRowProps {
  readonly balance: Balance
  readonly account: Account
  readonly shown: (amount: bigint) => string
}

const BalanceRow = ({ balance: { currency, amount, twd }, account, shown }: BalanceRowProps) => {
  const texts = walletTexts.use()
  const { currencies: names } = fundComponentsTexts.use()
  const isHome = currency === 'TWD'
  const partner = currency === 'USD' ? 'INR' : currency === 'INR' ? 'USD' : undefined
  const { held, available } = account.terms
  return (
    <Row
      leading={<CurrencyMark currency={currency} />}
      title={`${currency} ${names[currency]}`}
      caption={
        isHome ? texts.held(shown(BigInt(held))) : partner === undefined ? undefined : texts.only(partner)
      }
      chevron={false}
      tall
      value={
        <span className={styles.balance}>
          <b className="num">{shown(amount)}</b>
          <small className="num">
            {isHome ? texts.available(shown(BigInt(available))) : twd === undefined ? '' : `≈ ${shown(twd)}`}
          </small>
        </span>
      }
      href={isHome ? '/user/FundingDetails' : `/user/exchange?pay=${currency}&get=${partner ?? 'TWD'}`}
    />
  )
}

const Empties = ({ list }: { readonly list: readonly Balance[] }) => {
  const texts = walletTexts.use()
  const { currencies: names } = fundComponentsTexts.use()
  if (list.length === 0) return null
  return (
    <Section
      title={texts.empty}
      small
      aside={<small>{texts.kinds(list.length)}</small>}
      className={styles.group}
    >
      <Card>
        <ul className={styles.empties}>
          {list.map(({ currency }) => (
            <li key={currency}>
              <span>
                {currency} <small>{names[currency]}</small>
              </span>
              <span className="num">{formatMoney(0n)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}
