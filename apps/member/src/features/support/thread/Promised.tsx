import { Icon } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import { useNow } from '#shell/live/use-now.ts'
import { supportTexts } from '../texts/index.ts'
import { timeText } from '../time-text.ts'
import styles from './Thread.module.css'

export const Promised = ({ dueAt }: { readonly dueAt: string }) => {
  const texts = supportTexts.use()
  const moment = useMoment()
  const left = Math.floor((new Date(dueAt).getTime() - useNow(30_000)) / 60_000)
  return (
    <p className={styles.promised}>
      <Icon name="clock" size={1} />
      <span>{left < 0 ? texts.overdue : texts.promised(moment(dueAt))}</span>
      {left < 0 ? null : <span className={styles.left}>{texts.left(timeText(left, texts))}</span>}
    </p>
  )
}
