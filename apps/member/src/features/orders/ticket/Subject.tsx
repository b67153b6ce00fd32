// The subject of the ticket: the instrument, its current price, and that the money is practice money.

import { cx, SimulatedMark, Triangle } from '@fairlot/ui'
import { directionOf, priceText, shortNameIn, signedPercentText } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { isSimulated, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import type { TicketSource } from './use-source.ts'
import styles from './Subject.module.css'

export const Subject = ({
  source,
  level = 2,
  lead,
}: {
  readonly source: TicketSource
  readonly level?: 2 | 3
  /** Text before the name: the action, when it is not opening. */
  readonly lead?: string
}) => {
  const language = useLanguage()
  const { simulated } = shellTexts.use()
  const site = useSite()
  const { instrument, live, feed } = source
  const price = live.last ?? live.reference
  const direction = directionOf(price, live.reference)
  const isOld = feed.state === 'stale' || feed.state === 'offline'
  const Name = level === 2 ? 'p' : 'h2'
  return (
    <div className={styles.subject}>
      <Name className={styles.name}>
        <span>
          {lead === undefined ? null : `${lead} `}
          {shortNameIn(language, instrument)}
        </span>{' '}
        <span className={cx('num', styles.code)}>{instrument.symbol}</span>
      </Name>
      <p className={cx('num', styles.price, isOld ? styles.old : styles[direction])}>
        <b>{priceText(price)}</b>
        <span className={styles.change}>
          {direction === 'flat' ? null : <Triangle direction={direction} />}
          {priceText(Math.abs(price - live.reference))} {signedPercentText(price, live.reference)}
        </span>
        {isSimulated(site) ? <SimulatedMark>{simulated.money}</SimulatedMark> : null}
      </p>
    </div>
  )
}
