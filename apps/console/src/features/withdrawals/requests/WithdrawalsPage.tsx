import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { ConsoleColumn } from '#kit/ConsoleTable.tsx'
import { ExportButton } from '#kit/filter/ExportButton.tsx'
import { listFilterFrom } from '#kit/filter/list-filter.ts'
import { useSearchText } from '#kit/filter/search-text.ts'
import { ListFilterBar } from '#kit/filter/ListFilterBar.tsx'
import { OwnerCell } from '#kit/list/OwnerCell.tsx'
import { momentText, RequestState, useWaitingColumns } from '#kit/list/request-columns.tsx'
import { RequestListPage } from '#kit/list/RequestListPage.tsx'
import { requestListTexts } from '#kit/list/texts/index.ts'
import { moneyText } from '#kit/money-text.ts'
import { useAddress } from '#kit/use-address.ts'
import { usePages } from '#kit/use-pages.ts'
import { WithdrawalTabs } from '../WithdrawalTabs.tsx'
import { withdrawalsTexts } from './texts/index.ts'
import { WithdrawalRecord } from './WithdrawalRecord.tsx'

export type Withdrawal = ConsoleDataOf<'/withdrawals/requests'>['withdrawals'][number]
type View = ConsoleBodyOf<'/withdrawals/requests'>['view']

const views: readonly View[] = ['pending', 'queued', 'sent', 'paid', 'returned', 'rejected']

export function WithdrawalsPage() {
  const texts = withdrawalsTexts.use()
  const address = useAddress()
  const view = views.find((each) => each === address.get('state')) ?? 'pending'
  const id = address.get('id')
  const [text] = useSearchText()
  const filter = listFilterFrom(address.get, text)
  const read = usePages('/withdrawals/requests', { view, filter }, { isPolled: filter.text === undefined })
  const first = read.data?.[0]
  return (
    <RequestListPage
      tabs={<WithdrawalTabs here="/withdrawals" />}
      states={views}
      state={view}
      names={texts.views}
      counts={first?.counts ?? {}}
      summary={first}
      filterBar={
        <ListFilterBar
          hint={texts.list.search}
          withAmounts
          end={<ExportButton path="/withdrawals/exportRequests" body={{ view, filter }} />}
        />
      }
      read={read}
      label={texts.list.label}
      emptyText={texts.list.emptyText}
      icon="withdraw"
      rows={(read.data ?? []).flatMap(({ withdrawals }) => withdrawals)}
      columns={useColumns(view === 'pending')}
      keyOf={({ withdrawalId }) => withdrawalId}
      nameOf={({ reference }) => reference}
      kind="withdrawal"
      record={{
        label: texts.record.label,
        id,
        body: id && <WithdrawalRecord key={id} withdrawalId={id} />,
      }}
    />
  )
}

const useColumns = (isPending: boolean): readonly ConsoleColumn<Withdrawal>[] => {
  const texts = withdrawalsTexts.use()
  const { list } = texts
  const shared = requestListTexts.use()
  const waiting = useWaitingColumns<Withdrawal>({ since: ({ sentAt }) => sentAt })
  const over: readonly ConsoleColumn<Withdrawal>[] = [
    { key: 'decided', title: shared.decided, wide: true, cell: ({ decidedAt }) => momentText(decidedAt) },
    {
      key: 'moved',
      title: list.moved,
      cell: ({ paidAt, orderedAt, decidedAt }) => momentText(paidAt ?? orderedAt ?? decidedAt),
    },
  ]
  return [
    { key: 'member', title: shared.member, cell: ({ member }) => <OwnerCell member={member} /> },
    {
      key: 'to',
      title: list.to,
      wide: true,
      cell: ({ bank, ending }) => (
        <>
          {bank}
          <small>•••• {ending}</small>
        </>
      ),
    },
    {
      key: 'amount',
      title: list.amount,
      right: true,
      cell: ({ amount, currency }) => moneyText(amount, currency),
    },
    ...(isPending ? waiting : over),
    {
      key: 'state',
      title: shared.state,
      cell: ({ state, stage, isSecond, isSigned, rejectionReason }) => (
        <RequestState
          name={texts.views[stage ?? 'rejected']}
          isPending={state === 'pending'}
          isSecond={isSecond}
          isSigned={isSigned}
          isBad={state === 'rejected' || stage === 'returned'}
          isGood={stage === 'paid'}
          rejectionReason={rejectionReason === null ? null : texts.rejectionReasons[rejectionReason]}
        />
      ),
    },
  ]
}
