import { Note, TextLink } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { bannerTexts } from './margin/texts/index.ts'
import { ratioText } from './figures.ts'
import styles from './MarginBanner.module.css'

/** Stands over Trade, Position and Mine while a margin call is open: how much, until when, and the way to it. */
export const MarginBanner = () => {
  const { data } = useRead('/positions/marginCall', {}, { quiet: true })
  return data?.open == null ? null : <Called call={data.open} topUp={data.topUp} />
}

const Called = ({
  call,
  topUp,
}: {
  readonly call: { readonly ratioBp: number; readonly deadline: string }
  readonly topUp: string
}) => {
  const texts = bannerTexts.use()
  const moment = useMoment()
  return (
    <Note tone="warn" icon="clock" role="status" className={styles.banner}>
      <b className={styles.what}>{texts.title(ratioText(call.ratioBp))}</b>
      <span className={styles.why}>
        {texts.text(formatMoney(topUp, { symbol: true }), moment(call.deadline))}
      </span>
      <TextLink inline href="/position/position?view=margin-call">
        {texts.more}
      </TextLink>
    </Note>
  )
}
