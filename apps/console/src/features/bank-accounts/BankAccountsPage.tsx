import { bankAccountStates } from '@fairlot/contract/bank-accounts/states'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { ConsoleColumn } from '#kit/ConsoleTable.tsx'
import { ExportButton } from '#kit/filter/ExportButton.tsx'
import { listFilterFrom } from '#kit/filter/list-filter.ts'
import { useSearchText } from '#kit/filter/search-text.ts'
import { ListFilterBar } from '#kit/filter/ListFilterBar.tsx'
import { OwnerCell } from '#kit/list/OwnerCell.tsx'
import { momentText, RequestState, useWaitingColumns } from '#kit/list/request-columns.tsx'
import { RequestListPage } from '#kit/list/RequestListPage.tsx'
import { requestListTexts } from '#kit/list/texts/index.ts'
import { useAddress } from '#kit/use-address.ts'
import { useNow } from '#kit/use-now.ts'
import { usePages } from '#kit/use-pages.ts'
import { bankAccountsTexts } from './texts/index.ts'

type Row = ConsoleDataOf<'/bank-accounts/registered'>['bankAccounts'][number]

/** Every row opens its review, decided or not: who voted, what was checked, how it ended. */
export function BankAccountsPage() {
  const texts = bankAccountsTexts.use()
  const address = useAddress()
  const state = bankAccountStates.find((each) => each === address.get('state')) ?? 'pending'
  const [text] = useSearchText()
  const filter = listFilterFrom(address.get, text)
  const read = usePages(
    '/bank-accounts/registered',
    { state, filter },
    { isPolled: filter.text === undefined },
  )
  const first = read.data?.[0]
  return (
    <RequestListPage
      states={bankAccountStates}
      state={state}
      names={texts.states}
      counts={first?.counts ?? {}}
      summary={first}
      filterBar={
        <ListFilterBar
          hint={texts.list.search}
          end={<ExportButton path="/bank-accounts/exportRegistered" body={{ state, filter }} />}
        />
      }
      read={read}
      label={texts.list.label}
      emptyText={texts.list.emptyText}
      icon="bank"
      rows={(read.data ?? []).flatMap(({ bankAccounts }) => bankAccounts)}
      columns={useColumns(state === 'pending')}
      keyOf={({ bankAccountId }) => bankAccountId}
      nameOf={({ bankAccountId }) => bankAccountId.slice(-8)}
      kind="bank-account"
    />
  )
}

const useColumns = (isPending: boolean): readonly ConsoleColumn<Row>[] => {
  const texts = bankAccountsTexts.use()
  const { list } = texts
  const shared = requestListTexts.use()
  const now = useNow()
  const waiting = useWaitingColumns<Row>({ since: ({ addedAt }) => addedAt })
  const over: readonly ConsoleColumn<Row>[] = [
    { key: 'decided', title: shared.decided, cell: ({ decidedAt }) => momentText(decidedAt) },
    {
      key: 'usable',
      title: list.usable,
      wide: true,
      cell: ({ usableFrom }) => (
        <>
          {momentText(usableFrom)}
          {usableFrom !== null && new Date(usableFrom) > now ? <small>{list.coolingDown}</small> : null}
        </>
      ),
    },
  ]
  return [
    { key: 'member', title: shared.member, cell: ({ member }) => <OwnerCell member={member} /> },
    { key: 'holder', title: list.holder, cell: ({ holder }) => holder },
    {
      key: 'bank',
      title: list.bank,
      cell: ({ bank, ending, currency }) => (
        <>
          {bank}
          <small>
            •••• {ending} · {currency}
          </small>
        </>
      ),
    },
    ...(isPending ? waiting : over),
    {
      key: 'state',
      title: shared.state,
      cell: ({ state, isSecond, isSigned, rejectionReason }) => (
        <RequestState
          name={texts.states[state]}
          isPending={state === 'pending'}
          isSecond={isSecond}
          isSigned={isSigned}
          isBad={state === 'rejected'}
          isGood={state === 'verified'}
          rejectionReason={rejectionReason === null ? null : texts.rejectionReasons[rejectionReason]}
        />
      ),
    },
  ]
}
