import { Note, TextLink } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { useMoment } from '#shell/format.ts'
import { ratioText } from '../figures.ts'
import { bannerTexts } from './texts/index.ts'
import styles from './CalledNote.module.css'

interface Props {
  readonly call: NonNullable<DataOf<'/positions/marginCall'>['open']>
  readonly topUp: string
}

/** How far below the ratio, how much is missing, the deadline, and the link to the call. */
export const CalledNote = ({ call, topUp }: Props) => {
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
