import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { Empty, StatusChip } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { depositsTexts } from '#features/deposits'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { moneyText } from '#kit/money-text.ts'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { statementsTexts } from './texts/index.ts'

type Line = ConsoleDataOf<'/deposits/statementLines'>['lines'][number]

/** The bank's line and the member's claim in one row; differences are marked. */
export function StatementLines({ statementId }: { readonly statementId: string | undefined }) {
  const texts = statementsTexts.use().lines
  const { toReview } = useAddress()
  const read = useRead('/deposits/statementLines', statementId === undefined ? {} : { statementId }, {
    every: 15_000,
  })
  const columns = useColumns()
  const open = ({ deposit }: Line) => {
    if (deposit !== null && deposit.reviewId !== null) toReview('deposit', deposit.reviewId)
  }
  return (
    <Answered read={read}>
      {({ lines }) => (
        <ConsoleTable
          label={texts.label}
          rows={lines}
          keyOf={({ lineId }) => lineId}
          name={{ title: texts.number, of: ({ bankNumber }) => bankNumber }}
          onOpen={open}
          columns={columns}
          empty={<Empty nothing={texts.empty} text={texts.emptyText} icon="check" />}
        />
      )}
    </Answered>
  )
}

const useColumns = (): readonly ConsoleColumn<Line>[] => {
  const texts = statementsTexts.use().lines
  return [
    {
      key: 'amount',
      title: texts.amount,
      right: true,
      cell: ({ amount, currency }) => moneyText(amount, currency),
    },
    {
      key: 'claimed',
      title: texts.claimed,
      right: true,
      cell: ({ deposit, currency }) => (deposit === null ? '—' : moneyText(deposit.amount, currency)),
    },
    {
      key: 'reference',
      title: texts.reference,
      wide: true,
      cell: ({ reference, deposit, differences }) => (
        <>
          {reference === '' ? '—' : reference}
          {deposit !== null && differences.includes('no-reference') ? (
            <small>
              {texts.expected} {deposit.reference}
            </small>
          ) : null}
        </>
      ),
    },
    {
      key: 'from',
      title: texts.from,
      wide: true,
      cell: ({ ending }) => (ending === '' ? '—' : `•••• ${ending.slice(-4)}`),
    },
    {
      key: 'time',
      title: texts.time,
      cell: ({ bookedAt, deposit }) => (
        <>
          <Moment at={bookedAt} />
          {deposit === null ? null : (
            <small>
              {texts.sent} <Moment at={deposit.sentAt} />
            </small>
          )}
        </>
      ),
    },
    { key: 'result', title: texts.result, cell: (line) => <Result line={line} /> },
  ]
}

function Result({ line: { deposit, withdrawalId, differences } }: { readonly line: Line }) {
  const texts = statementsTexts.use().lines
  const differenceTexts = depositsTexts.use().differences
  if (withdrawalId !== null) return <StatusChip tone="brand">{texts.payout}</StatusChip>
  if (deposit === null) return <StatusChip tone="warn">{texts.none}</StatusChip>
  if (differences.length === 0) return <StatusChip tone="brand">{texts.agrees}</StatusChip>
  return differences.map((each) => (
    <StatusChip key={each} tone="warn">
      {differenceTexts[each] ?? each}
    </StatusChip>
  ))
}
