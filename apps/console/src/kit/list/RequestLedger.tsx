import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { LedgerLines } from '../Detail.tsx'
import { moneyText } from '../money-text.ts'
import { requestListTexts } from './texts/index.ts'

interface RequestLedgerProps {
  readonly lines: ConsoleDataOf<'/withdrawals/record'>['lines']
  readonly events: Readonly<Record<string, string>>
}

/** The ledger lines of a deposit or a withdrawal. */
export function RequestLedger({ lines, events }: RequestLedgerProps) {
  const { record, accounts } = requestListTexts.use()
  return (
    <LedgerLines
      label={record.ledger}
      head={record.head}
      lines={lines.map(({ entryId, event, account, amount, asset }) => ({
        key: `${entryId} ${account} ${amount}`,
        what: events[event] ?? event,
        where: accounts[account.split('/').at(-1) ?? ''] ?? account,
        amount: moneyText(amount, asset),
        isOut: amount.startsWith('-'),
      }))}
    />
  )
}
