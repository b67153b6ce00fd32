// Balances by currency, deposits and withdrawals, and the proof that the balances match the ledger.

import { Card, IconButton, KeyValues, LinkButton, Money, Row, Section } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { lazy, Suspense, useState } from 'react'
import { useBankAccounts } from '#features/bank-accounts'
import { type Account, FigureAmount, figuresTexts, HowButton, useFigures } from '#features/figures'
import { Answered } from '#shell/Answered.tsx'
import { setHideAmounts, useHideAmounts } from '#shell/appearance.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { symbolOf } from '../components/symbol-of.ts'
import { fundComponentsTexts } from '../components/texts/index.ts'
import { walletTexts } from './texts/index.ts'
import styles from './Wallet.module.css'

const LedgerLinesSheet = lazy(() =>
  import('../LedgerLinesSheet.tsx').then((file) => ({ default: file.LedgerLinesSheet })),
)

export const WalletScreen = () => {
  const texts = walletTexts.use()
  const shell = shellTexts.use()
  const hidden = useHideAmounts()
  const account = useFigures({ quiet: false })
  const accounts = useBankAccounts({ quiet: true })
  const [lines, setLines] = useState(false)
  return (
    <RouteScreen
      trailing={
        <IconButton
          name={hidden ? 'eye-off' : 'eye'}
          size={1.375}
          label={hidden ? shell.showAmounts : shell.hideAmounts}
          onPress={() => setHideAmounts(!hidden)}
        />
      }
    >
      <div className={styles.stack}>
        <Answered read={account}>{(data) => <Balances account={data} hidden={hidden} />}</Answered>
        <Section title={texts.safe} small className={styles.group}>
          <Card rows>
            <Row
              icon="funds"
              title={texts.records}
              caption={texts.recordsCaption}
              href="/user/FundingDetails"
            />
            <Row
              icon="bank"
              title={texts.accounts}
              value={accounts.data && texts.accountCount(accounts.data.bankAccounts.length)}
              href="/user/BankCard"
            />
            <Row
              icon="receipt"
              title={texts.lines}
              caption={texts.linesCaption}
              onPress={() => setLines(true)}
            />
            <Row
              icon="shield-check"
              title={texts.proof}
              caption={texts.proofCaption}
              href="/user/FundingDetails?view=proof"
            />
          </Card>
        </Section>
      </div>
      <Suspense>
        {lines ? <LedgerLinesSheet asset="TWD" open onClose={() => setLines(false)} /> : null}
      </Suspense>
    </RouteScreen>
  )
}

interface BalancesProps {
  readonly account: Account
  readonly hidden: boolean
}

/** The cash figures of the account, and the currencies beside it. */
const Balances = ({ account, hidden }: BalancesProps) => {
  const texts = walletTexts.use()
  const { names } = figuresTexts.use()
  const { currencies } = fundComponentsTexts.use()
  const { terms, foreign } = account
  const usd = foreign.find(({ currency }) => currency === 'USD')?.amount ?? '0'
  const others = foreign.filter(({ currency }) => currency !== 'USD')
  return (
    <>
      <Card pad as="section">
        <h2 className={styles.currency}>{currencies['TWD']}</h2>
        <div className={styles.label}>
          {names.available} <HowButton name="available" account={account} />
        </div>
        <span data-figure="available">
          <Money
            symbol={symbolOf('TWD')}
            text={formatMoney(terms.available)}
            size="display"
            hidden={hidden}
          />
        </span>
        <div className={styles.figures}>
          <KeyValues
            dense
            items={(
              [
                ['withdrawable', account.withdrawable],
                ['held', terms.held],
                ['unsettled', terms.unsettled],
              ] as const
            ).map(([name, amount]) => ({
              key: name,
              label: names[name],
              value: <FigureAmount name={name} amount={amount} />,
            }))}
          />
        </div>
        <div className={styles.actions}>
          <LinkButton wide href="/user/rechargeChannel">
            {texts.deposit}
          </LinkButton>
          <LinkButton kind="quiet" wide href="/user/withdraw">
            {texts.withdraw}
          </LinkButton>
        </div>
      </Card>
      <Card pad as="section">
        <h2 className={styles.currency}>{currencies['USD']}</h2>
        <p className={styles.label}>{names.available}</p>
        <Money symbol={symbolOf('USD')} text={formatMoney(usd)} size="display" hidden={hidden} />
        <p className={styles.note}>{texts.foreignNote}</p>
      </Card>
      {others.map(({ currency, amount }) => (
        <Card key={currency} pad as="section">
          <h2 className={styles.currency}>{currencies[currency] ?? currency}</h2>
          <p className={styles.label}>{names.available}</p>
          <Money symbol={symbolOf(currency)} text={formatMoney(amount)} size="display" hidden={hidden} />
        </Card>
      ))}
    </>
  )
}
