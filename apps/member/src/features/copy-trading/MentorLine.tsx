import { MINUS, formatPrice } from '@fairlot/money'
import { useRead } from '#shell/data.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

/** +8.40%, −5.20% */
const signed = (bp: number): string =>
  `${bp > 0 ? '+' : bp < 0 ? MINUS : ''}${formatPrice(BigInt(Math.abs(bp)))}%`

/** The return of a mentor, never without the fall beside it. */
export const MentorLine = ({ mentorId }: { readonly mentorId: string }) => {
  const texts = copyTradingTexts.use().start
  const figures = useRead('/mentors/read', { mentorId }, { quiet: true }).data?.mentor.figures
  if (figures === undefined || figures === null) return null
  const { timeBp, drawdownBp } = figures
  return (
    <small className={styles.figuresLine}>
      <span>
        {texts.return}{' '}
        <b className={timeBp > 0 ? styles.up : timeBp < 0 ? styles.down : undefined}>{signed(timeBp)}</b>
      </span>
      <span>
        {texts.drawdown} <b className={drawdownBp === 0 ? undefined : styles.down}>{signed(-drawdownBp)}</b>
      </span>
    </small>
  )
}
