import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { depositStates } from '@fairlot/contract/deposits/states'
import { StatusChip } from '@fairlot/ui'
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
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { DepositTabs } from '../DepositTabs.tsx'
import { DepositRecord } from './DepositRecord.tsx'
import { depositsTexts } from './texts/index.ts'

export type Deposit = ConsoleDataOf<'/deposits/requests'>['deposits'][number]

export function DepositsPage() {
  const texts = depositsTexts.use()
  const address = useAddress()
  const state = depositStates.find((each) => each === address.get('state')) ?? 'pending'
  const id = address.get('id')
  const language = useLanguage()
  const [text] = useSearchText()
  const filter = listFilterFrom(address.get, text)
  const read = usePages('/deposits/requests', { state, filter }, { isPolled: filter.text === undefined })
  const channels = useRead('/deposits/channelList', {}).data?.channels ?? []
  const first = read.data?.[0]
  return (
    <RequestListPage
      tabs={<DepositTabs here="/deposits" />}
      states={depositStates}
      state={state}
      names={texts.states}
      counts={first?.counts ?? {}}
      summary={first}
      filterBar={
        <ListFilterBar
          hint={texts.list.search}
          withAmounts
          channels={channels.map(({ channelId, name }) => [channelId, name[language]] as const)}
          end={<ExportButton path="/deposits/exportRequests" body={{ state, filter }} />}
        />
      }
      read={read}
      label={texts.list.label}
      emptyText={texts.list.emptyText}
      icon="deposit"
      rows={(read.data ?? []).flatMap(({ deposits }) => deposits)}
      columns={useColumns(state === 'pending')}
      keyOf={({ depositId }) => depositId}
      nameOf={({ depositId }) => depositId.slice(-8)}
      kind="deposit"
      record={{ label: texts.record.label, id, body: id && <DepositRecord depositId={id} /> }}
    />
  )
}

const useColumns = (isPending: boolean): readonly ConsoleColumn<Deposit>[] => {
  const texts = depositsTexts.use()
  const { list } = texts
  const shared = requestListTexts.use()
  const language = useLanguage()
  const waiting = useWaitingColumns<Deposit>({ since: ({ sentAt }) => sentAt, wide: true })
  const over: readonly ConsoleColumn<Deposit>[] = [
    { key: 'decided', title: shared.decided, cell: ({ decidedAt }) => momentText(decidedAt) },
  ]
  return [
    {
      key: 'member',
      title: shared.member,
      cell: ({ member, channel }) => (
        <OwnerCell
          member={member}
          under={
            <>
              {member.number} · {channel[language]}
            </>
          }
        />
      ),
    },
    {
      key: 'amount',
      title: list.amount,
      right: true,
      cell: ({ amount, booked, currency }) => (
        <>
          {moneyText(booked ?? amount, currency)}
          {booked !== null && booked !== amount ? <small>{moneyText(amount, currency)}</small> : null}
        </>
      ),
    },
    { key: 'statement', title: list.statement, cell: (row) => <Statement deposit={row} /> },
    ...(isPending ? waiting : over),
    {
      key: 'state',
      title: shared.state,
      cell: ({ state, isSecond, rejectionReason }) => (
        <RequestState
          name={texts.states[state]}
          isPending={state === 'pending'}
          isSecond={isSecond}
          isBad={state === 'rejected'}
          isGood={state === 'passed'}
          rejectionReason={rejectionReason === null ? null : texts.rejectionReasons[rejectionReason]}
        />
      ),
    },
  ]
}

/** What the bank's line says beside the claim. */
function Statement({ deposit: { statement, state } }: { readonly deposit: Deposit }) {
  const { list, differences } = depositsTexts.use()
  if (statement === null) return state === 'rejected' ? '—' : list.none
  if (statement.differences.length === 0) return list.agrees
  return statement.differences.map((difference) => (
    <StatusChip key={difference} tone="warn">
      {differences[difference] ?? difference}
    </StatusChip>
  ))
}
