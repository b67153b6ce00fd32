import { copyStates } from '@fairlot/contract/copy-trading/states'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatMoney, formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import type { ConsoleColumn } from '#kit/ConsoleTable.tsx'
import { OwnerCell } from '#kit/list/OwnerCell.tsx'
import { momentText, RequestState, useWaitingColumns } from '#kit/list/request-columns.tsx'
import { RequestListPage } from '#kit/list/RequestListPage.tsx'
import { requestListTexts } from '#kit/list/texts/index.ts'
import { useAddress } from '#kit/use-address.ts'
import { usePages } from '#kit/use-pages.ts'
import { CopyTabs } from './CopyTabs.tsx'
import { copyTradingTexts } from './texts/index.ts'

type Copy = ConsoleDataOf<'/copy-trading/copies'>['copies'][number]

/** Members' copies by state; one under review opens its review in the queue. */
export function CopiesPage() {
  const texts = copyTradingTexts.use()
  const address = useAddress()
  const state = copyStates.find((each) => each === address.get('state')) ?? 'following'
  const read = usePages('/copy-trading/copies', { state }, { isPolled: true })
  const first = read.data?.[0]
  return (
    <RequestListPage
      tabs={<CopyTabs here="/copy-trading" />}
      states={copyStates}
      state={state}
      names={texts.states}
      counts={first?.counts ?? {}}
      summary={first}
      filterBar={null}
      read={read}
      label={texts.list.label}
      emptyText={texts.list.emptyText}
      icon="follow"
      rows={(read.data ?? []).flatMap(({ copies }) => copies)}
      columns={useColumns(state)}
      keyOf={({ copyId }) => copyId}
      nameOf={({ copyId }) => copyId.slice(-8)}
      kind="copy"
    />
  )
}

const percentText = (bp: number): string => `${formatPrice(BigInt(bp))}%`

const useColumns = (state: Copy['state']): readonly ConsoleColumn<Copy>[] => {
  const texts = copyTradingTexts.use()
  const { list } = texts
  const shared = requestListTexts.use()
  const language = useLanguage()
  const waiting = useWaitingColumns<Copy>({ since: ({ sentAt }) => sentAt, wide: true })
  const running: readonly ConsoleColumn<Copy>[] = [
    { key: 'starts', title: list.starts, wide: true, cell: ({ startsOn }) => startsOn },
  ]
  const over: readonly ConsoleColumn<Copy>[] = [
    { key: 'ended', title: shared.decided, cell: ({ endedAt }) => momentText(endedAt) },
  ]
  return [
    {
      key: 'member',
      title: shared.member,
      cell: ({ member }) => <OwnerCell member={member} under={member.number} />,
    },
    {
      key: 'mentor',
      title: list.mentor,
      cell: ({ mentor, product }) => (
        <>
          {mentor.name}
          {product === null ? null : <small>{product.name[language]}</small>}
        </>
      ),
    },
    { key: 'amount', title: list.amount, right: true, cell: ({ amount }) => formatMoney(amount) },
    { key: 'held', title: list.held, right: true, wide: true, cell: ({ held }) => formatMoney(held) },
    {
      key: 'share',
      title: list.share,
      right: true,
      wide: true,
      cell: ({ stockShareBp }) => percentText(stockShareBp),
    },
    {
      key: 'stopLoss',
      title: list.stopLoss,
      right: true,
      wide: true,
      cell: ({ stopLossBp }) => (stopLossBp === null ? list.none : percentText(stopLossBp)),
    },
    ...(state === 'under-review' ? waiting : state === 'following' ? running : over),
    {
      key: 'state',
      title: shared.state,
      cell: (copy) => (
        <RequestState
          name={copy.isPaused && copy.state === 'following' ? list.paused : texts.states[copy.state]}
          isPending={copy.state === 'under-review'}
          isSecond={copy.isSecond}
          isBad={copy.state === 'cancelled'}
          isGood={copy.state === 'following'}
          rejectionReason={copy.endReason === null ? null : texts.reasons[copy.endReason]}
        />
      ),
    },
  ]
}
