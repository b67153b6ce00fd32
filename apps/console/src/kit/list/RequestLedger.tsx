import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { LedgerLines } from '../Detail.tsx'
import { moneyText } from '../money-text.ts'

interface RequestLedgerProps {
  readonly lines: ConsoleDataOf<'/withdrawals/record'>['lines']
  readonly texts: { readonly ledger: string; readonly head: readonly [string, string, string] }
  readonly events: Readonly<Record<string, string>>
  readonly accounts: Readonly<Record<string, string>>
}

/** The ledger lines of a deposit or a withdrawal. */
export const RequestLedger = ({ lines, texts, events, accounts }: RequestLedgerProps) => (
  <LedgerLines
    label={texts.ledger}
    head={texts.head}
    lines={lines.map(({ entryId, event, account, amount, asset }) => ({
      key: `${entryId} ${account} ${amount}`,
      what: events[event] ?? event,
      where: accounts[account.split('/').at(-1) ?? ''] ?? account,
      amount: moneyText(amount, asset),
      isOut: amount.startsWith('-'),
    }))}
  />
)
