import { StatusChip } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { formatWait, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import type { ConsoleColumn } from '../ConsoleTable.tsx'
import { Moment } from '../Moment.tsx'
import { useNow } from '../use-now.ts'
import { requestListTexts } from './texts/index.ts'

interface WaitingOptions<Row> {
  readonly since: (row: Row) => string
  /** Hides the promised time on a narrow page. */
  readonly wide?: boolean
}

/** How long a request has waited, and until when it was promised. */
export function useWaitingColumns<Row extends { readonly promisedAt: string | null }>({
  since,
  wide,
}: WaitingOptions<Row>): readonly ConsoleColumn<Row>[] {
  const texts = requestListTexts.use()
  const language = useLanguage()
  const now = useNow()
  return [
    {
      key: 'wait',
      title: texts.wait,
      cell: (row) => formatWait(minutesBetween(since(row), now), language),
    },
    {
      key: 'promised',
      title: texts.promised,
      wide,
      cell: ({ promisedAt }) =>
        promisedAt === null ? (
          '—'
        ) : (
          <>
            <Moment at={promisedAt} />
            {new Date(promisedAt) < now ? <small>{texts.late}</small> : null}
          </>
        ),
    },
  ]
}

export const momentText = (at: string | null): ReactNode => (at === null ? '—' : <Moment at={at} />)

interface StateProps {
  /** The state's name; a request that waits says which approval it needs. */
  readonly name: string
  readonly isPending: boolean
  readonly isSecond: boolean
  readonly isBad: boolean
  readonly isGood: boolean
  readonly isSigned?: boolean
  readonly rejectionReason: string | null
}

export function RequestState({
  name,
  isPending,
  isSecond,
  isBad,
  isGood,
  isSigned,
  rejectionReason,
}: StateProps) {
  const texts = requestListTexts.use()
  return (
    <>
      <StatusChip tone={isBad ? 'crit' : isGood || isSecond ? 'brand' : 'neutral'}>
        {isPending ? (isSecond ? texts.second : texts.first) : name}
      </StatusChip>
      {rejectionReason !== null ? (
        <small>{rejectionReason}</small>
      ) : isPending && isSigned === false ? (
        <small>{texts.unsigned}</small>
      ) : null}
    </>
  )
}
