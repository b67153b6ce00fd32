import { formatRate } from '@fairlot/rules/currency-exchange'
import { formatMoney } from '@fairlot/money'
import { Empty, Sparkline, StatusChip } from '@fairlot/ui'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { Moment } from '#kit/Moment.tsx'
import { PageNote } from '#kit/PageNote.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { LatestDeals } from './LatestDeals.tsx'
import { type Board, percentOf, quotedOf, type Rate } from './board.ts'
import { RateDetail } from './RateDetail.tsx'
import { currencyExchangeTexts } from './texts/index.ts'
import styles from './Rates.module.css'

/** Rates by currency with the house's positions, the latest exchanges, and the sources of one currency. */
export function RatesPage() {
  const texts = currencyExchangeTexts.use()
  const address = useAddress()
  const read = useRead('/currency-exchange/board', {}, { every: 5_000 })
  const rate = read.data?.rates.find(({ currency }) => currency === address.get('currency'))
  return (
    <ConsolePage
      pane={
        rate === undefined || read.data === undefined
          ? undefined
          : {
              label: texts.detail.label,
              close: texts.detail.close,
              body: <RateDetail key={rate.currency} rate={rate} board={read.data} />,
            }
      }
      onClose={() => address.turn({ currency: null })}
    >
      {read.data === undefined ? null : (
        <TopAside>
          <Running board={read.data} />
        </TopAside>
      )}
      <PageNote>{texts.note}</PageNote>
      <Answered read={read}>
        {(board) => (
          <>
            <Rates board={board} here={rate?.currency} onOpen={(currency) => address.turn({ currency })} />
            <LatestDeals board={board} />
          </>
        )}
      </Answered>
    </ConsolePage>
  )
}

function Running({ board: { rates } }: { readonly board: Board }) {
  const texts = currencyExchangeTexts.use()
  const quoting = rates.filter(({ stopped }) => stopped === null).length
  return (
    <StatusChip tone={quoting === rates.length ? 'brand' : 'warn'}>
      {texts.running(quoting, rates.length)}
    </StatusChip>
  )
}

interface RatesProps {
  readonly board: Board
  readonly here: string | undefined
  readonly onOpen: (currency: string) => void
}

function Rates({ board, here, onOpen }: RatesProps) {
  const texts = currencyExchangeTexts.use()
  return (
    <ConsoleTable
      label={texts.label}
      rows={board.rates}
      keyOf={({ currency }) => currency}
      name={{
        title: texts.currency,
        of: ({ currency }) => currency,
        plain: true,
        sub: ({ currency }) => texts.names[currency],
      }}
      here={here}
      onOpen={({ currency }) => onOpen(currency)}
      columns={useColumns(board)}
      empty={<Empty nothing={texts.none} text={texts.noneText} icon="exchange" />}
    />
  )
}

const useColumns = ({ terms }: Board): readonly ConsoleColumn<Rate>[] => {
  const texts = currencyExchangeTexts.use()
  return [
    { key: 'mid', title: texts.mid, right: true, cell: (rate) => formatRate(BigInt(quotedOf(rate).mid)) },
    {
      key: 'spread',
      title: texts.spread,
      right: true,
      wide: true,
      cell: ({ stopped }) => (stopped === null ? texts.bps(terms.spreadBps) : '—'),
    },
    { key: 'line', title: texts.today, wide: true, cell: ({ points }) => <DayLine points={points} /> },
    { key: 'at', title: texts.at, cell: (rate) => <Moment at={quotedOf(rate).at} /> },
    { key: 'volume', title: texts.volume, right: true, cell: ({ todayTwd }) => formatMoney(todayTwd) },
    { key: 'position', title: texts.position, right: true, cell: ({ position }) => formatMoney(position) },
    {
      key: 'limit',
      title: texts.limit,
      right: true,
      wide: true,
      cell: ({ positionTwd }) => percentOf(positionTwd, terms.positionLimit),
    },
    {
      key: 'state',
      title: texts.state,
      cell: ({ stopped, isBackup }) =>
        stopped === null ? (
          <StatusChip tone={isBackup ? 'warn' : 'brand'}>
            {isBackup ? texts.backup.chip : texts.quoting}
          </StatusChip>
        ) : (
          <StatusChip tone="warn">{texts.stoppedChip}</StatusChip>
        ),
    },
  ]
}

function DayLine({ points }: Pick<Rate, 'points'>) {
  const values = points.map(Number)
  const [first] = values
  return first === undefined || values.length < 2 ? null : (
    <span className={styles.line}>
      <Sparkline values={values} reference={first} direction="flat" width={80} height={24} />
    </span>
  )
}
