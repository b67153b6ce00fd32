// The progress of a deposit or a withdrawal: its state and amount, the promised time of a decision, why it came back,
// its steps and its facts.

import {
  Card,
  CopyButton,
  cx,
  KeyValues,
  Money,
  Note,
  Row,
  StatusChip,
  Timeline,
  type TimelineStep,
} from '@fairlot/ui'
import { displayId, formatMoney } from '@fairlot/money'
import type { ComponentProps, ReactNode } from 'react'
import { useNow } from '#shell/live/use-now.ts'
import { useMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { timeLeftText } from '../components/time-left-text.ts'
import { symbolOf } from '../components/symbol-of.ts'
import { fundComponentsTexts } from '../components/texts/index.ts'
import styles from './Request.module.css'

interface Request {
  readonly state: string
  readonly rejectionReason: string | null
  readonly currency: string
  readonly promisedAt: string | null
  readonly decidedAt: string | null
  readonly entryId: string | null
}

interface PromisedTexts {
  readonly decided: (time: string) => string
  readonly promised: (time: string, left: string) => string
  readonly late: (time: string) => string
}

interface RequestProgressProps {
  readonly request: Request
  readonly texts: PromisedTexts & { readonly why: string; readonly entry: string }
  readonly chip: ComponentProps<typeof StatusChip>
  readonly amount: string
  /** A line under the amount. */
  readonly to?: ReactNode
  /** Why it came back, and where the money is; undefined unless it did. */
  readonly returned: string | undefined
  /** Further notes above the steps. */
  readonly notes?: ReactNode
  readonly steps: readonly TimelineStep[]
  readonly facts: ComponentProps<typeof KeyValues>['items']
  /** A row under the link to the ledger entry. */
  readonly row?: ReactNode
  readonly children?: ReactNode
}

export const RequestProgress = (props: RequestProgressProps) => {
  const { request, texts, returned } = props
  const isCancelled = request.rejectionReason === 'cancelled'
  return (
    <>
      <section className={styles.hero}>
        <StatusChip {...props.chip} />
        <Money symbol={symbolOf(request.currency)} text={formatMoney(props.amount)} size="hero" />
        {props.to}
        <Promised request={request} texts={texts} />
      </section>
      <div className={styles.stack}>
        {returned === undefined ? null : (
          <Note tone={isCancelled ? 'info' : 'crit'}>
            <Why title={isCancelled ? null : texts.why}>{returned}</Why>
          </Note>
        )}
        {props.notes}
        <Card pad>
          <Timeline steps={props.steps} />
        </Card>
        <Card pad>
          <KeyValues items={props.facts} />
        </Card>
        {request.entryId === null ? null : (
          <Card rows>
            <Row
              icon="funds"
              title={texts.entry}
              href={`/user/FundingDetails?view=entry&id=${request.entryId}`}
            />
            {props.row}
          </Card>
        )}
        {props.children}
      </div>
    </>
  )
}

interface WhyProps {
  readonly title: string | null
  readonly children: ReactNode
}

export const Why = ({ title, children }: WhyProps) => (
  <span className={styles.why}>
    {title === null ? null : <b>{title}</b>}
    {children}
  </span>
)

export const RequestNumber = ({ id }: { readonly id: string }) => {
  const { copy } = shellTexts.use()
  return (
    <span className={cx('mono', styles.number)}>
      {displayId(id)}
      <CopyButton kind="icon" text={id} texts={copy} />
    </span>
  )
}

interface PromisedProps {
  readonly request: Request
  readonly texts: PromisedTexts
}

const Promised = ({ request: { state, decidedAt, promisedAt }, texts }: PromisedProps) => {
  const { left } = fundComponentsTexts.use()
  const moment = useMoment()
  const now = useNow(state === 'pending' ? 1_000 : 0)
  if (decidedAt !== null) return <p>{texts.decided(moment(decidedAt))}</p>
  if (promisedAt === null) return null
  const ms = Date.parse(promisedAt) - now
  const time = moment(promisedAt)
  return <p>{ms > 0 ? texts.promised(time, timeLeftText(ms, left)) : texts.late(time)}</p>
}
