// Balances by currency, deposits and withdrawals, and the proof that the balances match the ledger.

import { Card, IconButton, LinkButton, Money, Row, Section } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { lazy, Suspense, useState } from 'react'
import { useBankAccounts } from '#features/bank-accounts'
import { Answered } from '#shell/Answered.tsx'
import { setHideAmounts, useHideAmounts } from '#shell/appearance.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { symbolOf } from '../components/symbol-of.ts'
import { fundComponentsTexts } from '../components/texts/index.ts'
import { walletTexts } from './texts/index.ts'
import styles from './Wallet.module.css'

const LedgerLinesSheet = lazy(() =>
  import('../LedgerLinesSheet.tsx').then((file) => ({ default: file.LedgerLinesSheet })),
)

const kinds = [
  'deposit.changed',
  'withdrawal.changed',
  'order.changed',
  'order.filled',
  'position.changed',
] as const

export const WalletScreen = () => {
  const texts = walletTexts.use()
  const shell = shellTexts.use()
  const hidden = useHideAmounts()
  const assets = useRead('/members/assets', {})
  const offer = useRead('/withdrawals/offer', {}, { quiet: true })
  const rupees = useRead('/withdrawals/offer', { currency: 'INR' }, { quiet: true })
  const accounts = useBankAccounts({ quiet: true })
  const [lines, setLines] = useState(false)
  useMemberEvents(kinds, () => void refresh('/members/assets', '/withdrawals/offer'))
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
        <Answered read={assets}>
          {(data) => (
            <Balances
              assets={data}
              offer={offer.data}
              rupees={rupees.data?.withdrawable ?? '0'}
              hidden={hidden}
            />
          )}
        </Answered>
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
  readonly assets: DataOf<'/members/assets'>
  /** Undefined until it is read, or when reading failed. */
  readonly offer: DataOf<'/withdrawals/offer'> | undefined
  readonly rupees: string
  readonly hidden: boolean
}

const Balances = ({ assets, offer, rupees, hidden }: BalancesProps) => {
  const texts = walletTexts.use()
  const { currencies } = fundComponentsTexts.use()
  const amount = (value: string | bigint) => (hidden ? '••••' : formatMoney(value))
  const settling = offer?.settling.reduce((sum, one) => sum + BigInt(one.amount), 0n)
  return (
    <>
      <Card pad as="section">
        <h2 className={styles.currency}>{currencies['TWD']}</h2>
        <p className={styles.label}>{texts.available}</p>
        <Money symbol={symbolOf('TWD')} text={formatMoney(assets.available)} size="display" hidden={hidden} />
        <dl className={styles.figures}>
          <div>
            <dt>{texts.withdrawable}</dt>
            <dd>{offer === undefined ? '–' : amount(offer.withdrawable)}</dd>
          </div>
          <div>
            <dt>{texts.held}</dt>
            <dd>{amount(assets.held)}</dd>
          </div>
          <div>
            <dt>{texts.settling}</dt>
            <dd>{settling === undefined ? '–' : amount(settling)}</dd>
          </div>
        </dl>
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
        <p className={styles.label}>{texts.available}</p>
        <Money symbol={symbolOf('USD')} text={formatMoney(assets.usd)} size="display" hidden={hidden} />
        <p className={styles.note}>{texts.foreignNote}</p>
      </Card>
      {rupees === '0' ? null : (
        <Card pad as="section">
          <h2 className={styles.currency}>{currencies['INR']}</h2>
          <p className={styles.label}>{texts.available}</p>
          <Money symbol={symbolOf('INR')} text={formatMoney(rupees)} size="display" hidden={hidden} />
        </Card>
      )}
    </>
  )
}
