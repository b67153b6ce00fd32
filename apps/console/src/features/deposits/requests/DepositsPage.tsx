import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { depositStates } from '@fairlot/contract/deposits'
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
import { DepositTabs } from '../DepositTabs.tsx'
import { DepositRecord } from './DepositRecord.tsx'
import { depositsTexts } from './texts/index.ts'

export type Deposit = ConsoleDataOf<'/deposits/requests'>['deposits'][number]

export function DepositsPage() {
  const texts = depositsTexts.use()
  const address = useAddress()
  const state = depositStates.find((each) => each === address.get('state')) ?? 'pending'
  const read = usePages('/deposits/requests', { state })
  const id = address.get('id')
  const first = read.data?.[0]
  const rows = (read.data ?? []).flatMap(({ deposits }) => deposits)
  const columns = useColumns(state === 'pending')
  return (
    <ConsolePage
      tabs={<DepositTabs here="/deposits" />}
      filters={
        <>
          <Chips label={texts.filter}>
            {depositStates.map((each) => (
              <Chip
                key={each}
                selected={each === state}
                onPress={() => address.turn({ state: each, id: null })}
              >
                {texts.states[each]} {each === 'pending' ? (first?.pending ?? '') : ''}
              </Chip>
            ))}
          </Chips>
          {first === undefined ? null : (
            <span className="num">{texts.summary(first.pending, first.late)}</span>
          )}
        </>
      }
      pane={
        id === null
          ? undefined
          : { label: texts.record.label, close: texts.record.close, body: <DepositRecord depositId={id} /> }
      }
      onClose={() => address.turn({ id: null })}
    >
      <Answered read={read}>
        {() =>
          rows.length === 0 ? (
            <Empty nothing={texts.list.empty} text={texts.list.emptyText} icon="deposit" />
          ) : (
            <>
              <ConsoleTable
                label={texts.list.label}
                rows={rows}
                columns={columns}
                keyOf={({ depositId }) => depositId}
                name={{
                  title: texts.list.number,
                  of: ({ number, depositId }) => number ?? depositId.slice(-8),
                }}
                here={id}
                onOpen={({ depositId, reviewId, state: at }) =>
                  at === 'pending' && reviewId !== null
                    ? address.toReview('deposit', reviewId)
                    : address.turn({ id: depositId })
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

const useColumns = (isPending: boolean): readonly ConsoleColumn<Deposit>[] => {
  const texts = depositsTexts.use()
  const { list } = texts
  const language = useLanguage()
  const now = useNow()
  const waiting: readonly ConsoleColumn<Deposit>[] = [
    {
      key: 'wait',
      title: list.wait,
      cell: ({ sentAt }) => formatWait(minutesBetween(sentAt, now), language),
    },
    {
      key: 'promised',
      title: list.promised,
      wide: true,
      cell: ({ promisedAt }) => (
        <>
          {formatMoment(promisedAt)}
          {new Date(promisedAt) < now ? <small>{list.late}</small> : null}
        </>
      ),
    },
  ]
  const over: readonly ConsoleColumn<Deposit>[] = [
    {
      key: 'decided',
      title: list.decided,
      cell: ({ decidedAt }) => (decidedAt === null ? '—' : formatMoment(decidedAt)),
    },
  ]
  return [
    {
      key: 'member',
      title: list.member,
      cell: ({ member, channel }) => (
        <>
          {member.account}
          <small>{channel[language]}</small>
        </>
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
    {
      key: 'statement',
      title: list.statement,
      cell: ({ statement, state }) => {
        if (statement === null) return state === 'rejected' ? '—' : list.none
        if (statement.differences.length === 0) return list.agrees
        return statement.differences.map((difference) => (
          <StatusChip key={difference} tone="warn">
            {texts.differences[difference] ?? difference}
          </StatusChip>
        ))
      },
    },
    ...(isPending ? waiting : over),
    {
      key: 'state',
      title: list.state,
      cell: ({ state, isSecond, fault }) => (
        <>
          <StatusChip
            tone={state === 'rejected' ? 'crit' : state === 'passed' || isSecond ? 'brand' : 'neutral'}
          >
            {state === 'pending' ? (isSecond ? list.second : list.first) : texts.states[state]}
          </StatusChip>
          {fault === null ? null : <small>{texts.faults[fault]}</small>}
        </>
      ),
    },
  ]
}
