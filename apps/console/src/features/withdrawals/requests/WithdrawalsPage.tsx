import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { Chip, Chips, Empty, StatusChip } from '@fairlot/ui'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { moneyText } from '#kit/money-text.ts'
import { useAddress } from '#kit/use-address.ts'
import { useNow } from '#kit/use-now.ts'
import { usePages } from '#kit/use-pages.ts'
import { Answered } from '#shell/Answered.tsx'
import { formatMoment, formatWait, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
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
  const read = usePages('/withdrawals/requests', { view })
  const id = address.get('id')
  const counts = read.data?.[0]?.counts
  const rows = (read.data ?? []).flatMap(({ withdrawals }) => withdrawals)
  const columns = useColumns(view === 'pending')
  const countOf = (each: View): number | '' =>
    (each === 'pending' || each === 'queued' || each === 'sent' ? counts?.[each] : undefined) ?? ''
  return (
    <ConsolePage
      tabs={<WithdrawalTabs here="/withdrawals" />}
      filters={
        <>
          <Chips label={texts.filter}>
            {views.map((each) => (
              <Chip
                key={each}
                selected={each === view}
                onPress={() => address.turn({ state: each, id: null })}
              >
                {texts.views[each]} {countOf(each)}
              </Chip>
            ))}
          </Chips>
          {counts === undefined ? null : (
            <span className="num">{texts.summary(counts.pending, counts.late)}</span>
          )}
        </>
      }
      pane={
        id === null
          ? undefined
          : {
              label: texts.record.label,
              close: texts.record.close,
              body: <WithdrawalRecord key={id} withdrawalId={id} />,
            }
      }
      onClose={() => address.turn({ id: null })}
    >
      <Answered read={read}>
        {() =>
          rows.length === 0 ? (
            <Empty nothing={texts.list.empty} text={texts.list.emptyText} icon="withdraw" />
          ) : (
            <>
              <ConsoleTable
                label={texts.list.label}
                rows={rows}
                columns={columns}
                keyOf={({ withdrawalId }) => withdrawalId}
                name={{ title: texts.list.number, of: ({ number, reference }) => number ?? reference }}
                here={id}
                onOpen={({ withdrawalId, reviewId, state }) =>
                  state === 'pending' && reviewId !== null
                    ? address.toReview('withdrawal', reviewId)
                    : address.turn({ id: withdrawalId })
                }
              />
              {read.hasNextPage ? (
                <ConsoleButton
                  kind="text"
                  loading={read.isFetchingNextPage}
                  onPress={() => void read.fetchNextPage()}
                >
                  {texts.list.more}
                </ConsoleButton>
              ) : null}
            </>
          )
        }
      </Answered>
    </ConsolePage>
  )
}

const lastMove = ({ paidAt, orderedAt, decidedAt }: Withdrawal): string | null =>
  paidAt ?? orderedAt ?? decidedAt

const useColumns = (isPending: boolean): readonly ConsoleColumn<Withdrawal>[] => {
  const texts = withdrawalsTexts.use()
  const { list } = texts
  const language = useLanguage()
  const now = useNow()
  const waiting: readonly ConsoleColumn<Withdrawal>[] = [
    {
      key: 'wait',
      title: list.wait,
      cell: ({ sentAt }) => formatWait(minutesBetween(sentAt, now), language),
    },
    {
      key: 'promised',
      title: list.promised,
      cell: ({ promisedAt }) => (
        <>
          {formatMoment(promisedAt)}
          {new Date(promisedAt) < now ? <small>{list.late}</small> : null}
        </>
      ),
    },
  ]
  const over: readonly ConsoleColumn<Withdrawal>[] = [
    {
      key: 'decided',
      title: list.decided,
      wide: true,
      cell: ({ decidedAt }) => (decidedAt === null ? '—' : formatMoment(decidedAt)),
    },
    {
      key: 'moved',
      title: list.moved,
      cell: (row) => {
        const at = lastMove(row)
        return at === null ? '—' : formatMoment(at)
      },
    },
  ]
  return [
    { key: 'member', title: list.member, cell: ({ member }) => member.account },
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
      title: list.state,
      cell: ({ state, stage, isSecond, isSigned, fault }) => (
        <>
          <StatusChip
            tone={
              state === 'rejected' || stage === 'returned'
                ? 'crit'
                : stage === 'paid' || isSecond
                  ? 'brand'
                  : 'neutral'
            }
          >
            {state === 'pending' ? (isSecond ? list.second : list.first) : texts.views[stage ?? 'rejected']}
          </StatusChip>
          {fault !== null ? (
            <small>{texts.faults[fault]}</small>
          ) : state === 'pending' && !isSigned ? (
            <small>{list.unsigned}</small>
          ) : null}
        </>
      ),
    },
  ]
}
