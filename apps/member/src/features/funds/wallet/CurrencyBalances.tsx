// Every currency of the wallet: cash together in New Taiwan dollars as total assets count it, each balance, and the empty ones
// folded.

import { Card, Icon, type IconName, Link, Money, Note, Row, Section } from '@fairlot/ui'
import { currencies, type Currency, formatMoney } from '@fairlot/money'
import { type Account, FigureAmount, HowButton } from '#features/figures'
import { useClockText } from '#features/currency-exchange'
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
  const clock = useClockText()
  const { terms, foreign } = account
  const home = BigInt(terms.available) + BigInt(terms.held) + BigInt(terms.unsettled)
  const balances = currencies.map((currency) => {
    const cash = foreign.find((one) => one.currency === currency)
    const amount = currency === 'TWD' ? home : BigInt(cash?.amount ?? '0')
    const twd = cash?.twd ?? null
    return {
      currency,
      amount,
      held: currency === 'TWD' ? BigInt(terms.held) : amount - BigInt(cash?.available ?? '0'),
      twd: twd === null ? undefined : BigInt(twd),
    }
  })
  const abroad = BigInt(terms.foreign)
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
            {texts.abroad}{' '}
            <b>
              <FigureAmount name="foreign" amount={terms.foreign} />
            </b>
            {abroad === 0n ? null : <HowButton small name="foreign" account={account} />}
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
      <Note>{texts.noteAt(clock(account.asOf))}</Note>
    </>
  )
}

interface Balance {
  readonly currency: Currency
  readonly amount: bigint
  readonly held: bigint
  readonly twd: bigint | undefined
}

interface BalanceRowProps {
  readonly balance: Balance
  readonly account: Account
  readonly shown: (amount: bigint) => string
}

const BalanceRow = ({ balance: { currency, amount, held, twd }, account, shown }: BalanceRowProps) => {
  const texts = walletTexts.use()
  const { currencies: names } = fundComponentsTexts.use()
  const isHome = currency === 'TWD'
  const partner = currency === 'USD' ? 'INR' : currency === 'INR' ? 'USD' : undefined
  const { available } = account.terms
  return (
    <Row
      leading={<CurrencyMark currency={currency} />}
      title={
        <>
          {currency} <small className={styles.currencyName}>{names[currency]}</small>
        </>
      }
      caption={
        isHome || held !== 0n
          ? texts.held(shown(held))
          : partner === undefined
            ? undefined
            : texts.only(partner)
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
