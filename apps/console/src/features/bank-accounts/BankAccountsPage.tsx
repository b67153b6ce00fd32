import { bankAccountStates } from '@fairlot/contract/bank-accounts'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { Chip, Chips, Empty, StatusChip } from '@fairlot/ui'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { useAddress } from '#kit/use-address.ts'
import { useNow } from '#kit/use-now.ts'
import { usePages } from '#kit/use-pages.ts'
import { Answered } from '#shell/Answered.tsx'
import { formatMoment, formatWait, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { bankAccountsTexts } from './texts/index.ts'

type Row = ConsoleDataOf<'/bank-accounts/registered'>['bankAccounts'][number]

/** Every row opens its review, decided or not: who voted, what was checked, how it ended. */
export function BankAccountsPage() {
  const texts = bankAccountsTexts.use()
  const address = useAddress()
  const state = bankAccountStates.find((each) => each === address.get('state')) ?? 'pending'
  const read = usePages('/bank-accounts/registered', { state })
  const first = read.data?.[0]
  const rows = (read.data ?? []).flatMap(({ bankAccounts }) => bankAccounts)
  const columns = useColumns(state === 'pending')
  return (
    <ConsolePage
      filters={
        <>
          <Chips label={texts.filter}>
            {bankAccountStates.map((each) => (
              <Chip key={each} selected={each === state} onPress={() => address.turn({ state: each })}>
                {texts.states[each]} {each === 'pending' ? (first?.pending ?? '') : ''}
              </Chip>
            ))}
          </Chips>
          {first === undefined ? null : (
            <span className="num">{texts.summary(first.pending, first.late)}</span>
          )}
        </>
      }
    >
      <Answered read={read}>
        {() =>
          rows.length === 0 ? (
            <Empty nothing={texts.list.empty} text={texts.list.emptyText} icon="bank" />
          ) : (
            <>
              <ConsoleTable
                label={texts.list.label}
                rows={rows}
                columns={columns}
                keyOf={({ bankAccountId }) => bankAccountId}
                name={{
                  title: texts.list.number,
                  of: ({ number, bankAccountId }) => number ?? bankAccountId.slice(-8),
                }}
                onOpen={({ reviewId }) =>
                  reviewId === null ? undefined : address.toReview('bank-account', reviewId)
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

const useColumns = (isPending: boolean): readonly ConsoleColumn<Row>[] => {
  const texts = bankAccountsTexts.use()
  const { list } = texts
  const language = useLanguage()
  const now = useNow()
  const waiting: readonly ConsoleColumn<Row>[] = [
    {
      key: 'wait',
      title: list.wait,
      cell: ({ addedAt }) => formatWait(minutesBetween(addedAt, now), language),
    },
    {
      key: 'promised',
      title: list.promised,
      cell: ({ promisedAt }) =>
        promisedAt === null ? (
          '—'
        ) : (
          <>
            {formatMoment(promisedAt)}
            {new Date(promisedAt) < now ? <small>{list.late}</small> : null}
          </>
        ),
    },
  ]
  const over: readonly ConsoleColumn<Row>[] = [
    {
      key: 'decided',
      title: list.decided,
      cell: ({ decidedAt }) => (decidedAt === null ? '—' : formatMoment(decidedAt)),
    },
    {
      key: 'usable',
      title: list.usable,
      wide: true,
      cell: ({ usableFrom }) =>
        usableFrom === null ? (
          '—'
        ) : (
          <>
            {formatMoment(usableFrom)}
            {new Date(usableFrom) > now ? <small>{list.resting}</small> : null}
          </>
        ),
    },
  ]
  return [
    { key: 'member', title: list.member, cell: ({ member }) => member.account },
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
      title: list.state,
      cell: ({ state, isSecond, isSigned, fault }) => (
        <>
          <StatusChip
            tone={state === 'rejected' ? 'crit' : state === 'verified' || isSecond ? 'brand' : 'neutral'}
          >
            {state === 'pending' ? (isSecond ? list.second : list.first) : texts.states[state]}
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
