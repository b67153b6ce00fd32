import { formatMoney } from '@fairlot/money'
import { creditBoardViews } from '@fairlot/contract/credit/states'
import { Chip, Chips, Empty, StackedBar, StatusChip } from '@fairlot/ui'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { type Board, type BoardRow, percentOf, pledgeText } from './board.ts'
import { CreditDetail } from './CreditDetail.tsx'
import { creditTexts } from './texts/index.ts'
import styles from './Credit.module.css'

/** What the house lends, its pledges, and every loan and limit increase. Decisions are made in the review queue. */
export function CreditPage() {
  const texts = creditTexts.use()
  const address = useAddress()
  const view = creditBoardViews.find((one) => one === address.get('view')) ?? 'all'
  const read = useRead('/credit/board', { view }, { every: 10_000 })
  const row = read.data?.rows.find(({ id }) => id === address.get('loan'))
  return (
    <ConsolePage
      pane={
        row === undefined
          ? undefined
          : {
              label: texts.detail.label,
              close: texts.detail.close,
              body: <CreditDetail key={row.id} row={row} />,
            }
      }
      onClose={() => address.turn({ loan: null })}
    >
      {read.data === undefined ? null : (
        <TopAside>
          <StatusChip tone={read.data.isOpen ? 'brand' : 'warn'}>
            {read.data.isOpen ? texts.open : texts.closed}
          </StatusChip>
        </TopAside>
      )}
      <Answered read={read}>
        {(board) => (
          <>
            <Sums board={board} />
            <div className={styles.filter}>
              <Chips label={texts.filter}>
                {creditBoardViews.map((one) => (
                  <Chip
                    key={one}
                    selected={one === view}
                    onPress={() => address.turn({ view: one, loan: null })}
                  >
                    {texts.chip(texts.views[one], board.counts[one])}
                  </Chip>
                ))}
              </Chips>
              <span>{texts.order}</span>
            </div>
            <Rows board={board} here={row?.id} onOpen={(loan) => address.turn({ loan })} />
            <Spread board={board} />
          </>
        )}
      </Answered>
    </ConsolePage>
  )
}

function Sums({ board }: { readonly board: Board }) {
  const texts = creditTexts.use()
  const items = [
    { key: 'lent', label: texts.lent, value: formatMoney(board.lent) },
    { key: 'secured', label: texts.secured, value: formatMoney(board.secured) },
    { key: 'ratio', label: texts.ratio, value: percentOf(board.ratioBp) },
    {
      key: 'late',
      label: texts.late,
      value: texts.lateCount(board.late.count, formatMoney(board.late.amount)),
    },
  ]
  return (
    <dl className={styles.sums} aria-label={texts.sums}>
      {items.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RowsProps {
  readonly board: Board
  readonly here: string | undefined
  readonly onOpen: (id: string) => void
}

function Rows({ board, here, onOpen }: RowsProps) {
  const texts = creditTexts.use()
  return (
    <ConsoleTable
      label={texts.label}
      rows={board.rows}
      keyOf={({ id }) => id}
      name={{
        title: texts.member,
        of: ({ account }) => account,
        plain: true,
        sub: ({ number }) => number,
      }}
      here={here}
      onOpen={({ id }) => onOpen(id)}
      columns={useColumns()}
      empty={<Empty nothing={texts.none} text={texts.noneText} icon="loan" />}
    />
  )
}

const useColumns = (): readonly ConsoleColumn<BoardRow>[] => {
  const texts = creditTexts.use()
  return [
    {
      key: 'kind',
      title: texts.kind,
      cell: ({ termDays }) => (termDays === null ? texts.increase : texts.loan(termDays)),
    },
    {
      key: 'amount',
      title: texts.amount,
      right: true,
      cell: ({ kind, amount }) => `${kind === 'increase' ? '+' : ''}${formatMoney(amount)}`,
    },
    { key: 'pledge', title: texts.pledge, wide: true, cell: ({ pledges }) => pledgeText(pledges) },
    { key: 'ratio', title: texts.ratioOf, right: true, cell: ({ ratioBp }) => percentOf(ratioBp) },
    { key: 'score', title: texts.score, right: true, wide: true, cell: ({ score }) => score },
    { key: 'state', title: texts.state, cell: (row) => <State row={row} /> },
  ]
}

export function State({ row: { state, call, lateDays } }: { readonly row: BoardRow }) {
  const texts = creditTexts.use()
  if (call?.state === 'forced') return <StatusChip tone="crit">{texts.forced}</StatusChip>
  if (lateDays > 0) return <StatusChip tone="crit">{texts.overdue}</StatusChip>
  if (call !== null) return <StatusChip tone="warn">{texts.called}</StatusChip>
  const tone = state === 'pending' ? 'warn' : state === 'running' ? 'brand' : 'neutral'
  return <StatusChip tone={tone}>{texts.states[state]}</StatusChip>
}

/** Running loans by their ratio. */
function Spread({ board: { spread, counts, callRatioBp, safeRatioBp } }: { readonly board: Board }) {
  const texts = creditTexts.use()
  if (counts.running === 0) return null
  const [call, safe] = [percentOf(callRatioBp), percentOf(safeRatioBp)]
  const names = [
    texts.below(call),
    texts.between(call, safe),
    texts.between(safe, percentOf(20_000)),
    texts.between(percentOf(20_000), percentOf(30_000)),
    texts.above(percentOf(30_000)),
  ]
  return (
    <section className={styles.spread} aria-label={texts.spreadTitle(counts.running)}>
      <h2>{texts.spreadTitle(counts.running)}</h2>
      {names.map((name, index) => (
        <div key={name}>
          <span>{name}</span>
          <StackedBar
            label={`${name} ${texts.loans(spread[index] ?? 0)}`}
            shares={[
              {
                key: 'loans',
                share: (spread[index] ?? 0) / counts.running,
                tone: index === 0 ? 'crit' : 'pale',
              },
            ]}
          />
          <span>{texts.loans(spread[index] ?? 0)}</span>
        </div>
      ))}
    </section>
  )
}
