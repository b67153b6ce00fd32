import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Empty, type IconName } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { Answered } from '#shell/Answered.tsx'
import type { ReadError } from '#shell/data.ts'
import { ConsolePage } from '../ConsolePage.tsx'
import { ConsoleTable, type ConsoleTableProps } from '../ConsoleTable.tsx'
import { LoadMore } from '../LoadMore.tsx'
import { useAddress } from '../use-address.ts'
import { StateChips } from './StateChips.tsx'
import { requestListTexts } from './texts/index.ts'

interface Request {
  readonly reviewId: string | null
  /** The review's number. */
  readonly number: string | null
  readonly state: string
}

interface RequestListPageProps<Row, State extends string> extends Pick<
  ConsoleTableProps<Row>,
  'label' | 'rows' | 'columns' | 'keyOf'
> {
  readonly tabs?: ReactNode
  readonly states: readonly State[]
  readonly state: State
  readonly names: Readonly<Record<State, string>>
  readonly counts: Readonly<Partial<Record<State, number | undefined>>>
  /** Search, dates and amounts. */
  readonly filterBar: ReactNode
  readonly summary: { readonly pending: number; readonly late: number } | undefined
  readonly read: UseInfiniteQueryResult<readonly unknown[], ReadError>
  readonly emptyText: string
  readonly icon: IconName
  /** The name of a request without a review. */
  readonly nameOf: (row: Row) => string
  /** The queue tab of the requests. */
  readonly kind: string
  /** A decided request opens its record beside the list. Without this, its review. */
  readonly record?:
    | { readonly label: string; readonly id: string | null; readonly body: ReactNode }
    | undefined
}

/** Members' requests by state, page by page. One that waits opens its review in the queue. */
export function RequestListPage<Row extends Request, State extends string>(
  props: RequestListPageProps<Row, State>,
) {
  const { read, record, summary, kind, keyOf } = props
  const texts = requestListTexts.use()
  const address = useAddress()
  const id = record?.id ?? null
  const open = (row: Row) => {
    if (row.reviewId !== null && (row.state === 'pending' || record === undefined))
      address.toReview(kind, row.reviewId)
    else if (record !== undefined) address.turn({ id: keyOf(row) })
  }
  return (
    <ConsolePage
      tabs={props.tabs}
      filters={
        <>
          <StateChips
            label={texts.filter}
            states={props.states}
            value={props.state}
            names={props.names}
            counts={props.counts}
            onPick={(state) => address.turn({ state, id: null })}
          />
          {summary === undefined ? null : (
            <span className="num">{texts.summary(summary.pending, summary.late)}</span>
          )}
          {props.filterBar}
        </>
      }
      pane={
        record === undefined || id === null
          ? undefined
          : { label: record.label, close: texts.close, body: record.body }
      }
      onClose={() => address.turn({ id: null })}
    >
      <Answered read={read}>
        {() => (
          <>
            <ConsoleTable
              label={props.label}
              rows={props.rows}
              columns={props.columns}
              keyOf={keyOf}
              name={{ title: texts.number, of: (row) => row.number ?? props.nameOf(row) }}
              here={id}
              onOpen={open}
              empty={<Empty nothing={texts.empty} text={props.emptyText} icon={props.icon} />}
            />
            <LoadMore read={read} />
          </>
        )}
      </Answered>
    </ConsolePage>
  )
}
