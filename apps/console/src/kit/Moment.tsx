import { fullMoment, formatMoment } from '#shell/format.ts'

interface MomentProps {
  readonly at: string
  readonly className?: string | undefined
}

/** A time: short on the page, with date and zone on hover and for programs. */
export const Moment = ({ at, className }: MomentProps) => (
  <time dateTime={at} title={fullMoment(at)} className={className}>
    {formatMoment(at)}
  </time>
)
