// Balances by currency, deposits and withdrawals, and the proof that the balances match the ledger.

import { Card, IconButton, KeyValues, Row, Section } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { useBankAccounts } from '#features/bank-accounts'
import { type Account, FigureAmount, figuresTexts, HowButton, useFigures } from '#features/figures'
import { Answered } from '#shell/Answered.tsx'
import { setHideAmounts, useHideAmounts } from '#shell/appearance.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { fundComponentsTexts } from '../components/texts/index.ts'
import { CurrencyBalances } from './CurrencyBalances.tsx'
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

/** The currencies, and the cash figures of the account in New Taiwan dollars. */
const Balances = ({ account, hidden }: BalancesProps) => {
  const { names } = figuresTexts.use()
  const { currencies } = fundComponentsTexts.use()
  const { terms } = account
  return (
    <>
      <CurrencyBalances account={account} hidden={hidden} />
      <Card pad as="section">
        <h2 className={styles.currency}>
          {currencies['TWD']} <HowButton name="available" account={account} />
        </h2>
        <KeyValues
          dense
          items={(
            [
              ['available', terms.available],
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
      </Card>
    </>
  )
}
