import { blockStates } from '@fairlot/contract/block-trades/states'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatMoney, formatPrice } from '@fairlot/money'
import type { ConsoleColumn } from '#kit/ConsoleTable.tsx'
import { OwnerCell } from '#kit/list/OwnerCell.tsx'
import { momentText, RequestState, useWaitingColumns } from '#kit/list/request-columns.tsx'
import { RequestListPage } from '#kit/list/RequestListPage.tsx'
import { requestListTexts } from '#kit/list/texts/index.ts'
import { useAddress } from '#kit/use-address.ts'
import { usePages } from '#kit/use-pages.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { BlockTabs } from './BlockTabs.tsx'
import { premiumText } from './premium-text.ts'
import { blockTradesTexts } from './texts/index.ts'

type Application = ConsoleDataOf<'/block-trades/requests'>['applications'][number]

export function ApplicationsPage() {
  const texts = blockTradesTexts.use()
  const address = useAddress()
  const state = blockStates.find((each) => each === address.get('state')) ?? 'pending'
  const read = usePages('/block-trades/requests', { state }, { isPolled: true })
  const first = read.data?.[0]
  return (
    <RequestListPage
      tabs={<BlockTabs here="/block-trades" />}
      states={blockStates}
      state={state}
      names={texts.states}
      counts={first?.counts ?? {}}
      summary={first}
      filterBar={null}
      read={read}
      label={texts.list.label}
      emptyText={texts.list.emptyText}
      icon="box"
      rows={(read.data ?? []).flatMap(({ applications }) => applications)}
      columns={useColumns(state === 'pending')}
      keyOf={({ applicationId }) => applicationId}
      nameOf={({ applicationId }) => applicationId.slice(-8)}
      kind="block-trade"
    />
  )
}

const useColumns = (isPending: boolean): readonly ConsoleColumn<Application>[] => {
  const texts = blockTradesTexts.use()
  const { list } = texts
  const shared = requestListTexts.use()
  const language = useLanguage()
  const waiting = useWaitingColumns<Application>({ since: ({ sentAt }) => sentAt, wide: true })
  const over: readonly ConsoleColumn<Application>[] = [
    { key: 'decided', title: shared.decided, cell: ({ decidedAt }) => momentText(decidedAt) },
  ]
  return [
    {
      key: 'member',
      title: shared.member,
      cell: ({ member }) => <OwnerCell member={member} under={member.number} />,
    },
    {
      key: 'stock',
      title: list.stock,
      cell: ({ name, symbol }) => (
        <>
          {name[language]} <small>{symbol}</small>
        </>
      ),
    },
    { key: 'lots', title: list.lots, right: true, cell: ({ lots }) => lots.toLocaleString('en-US') },
    { key: 'price', title: list.price, right: true, cell: ({ price }) => formatPrice(BigInt(price)) },
    {
      key: 'premium',
      title: list.premium,
      right: true,
      wide: true,
      cell: ({ price, market }) => premiumText(price, market),
    },
    { key: 'value', title: list.value, right: true, cell: ({ value }) => formatMoney(value) },
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
