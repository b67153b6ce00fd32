// The newest dividend of a stock in one line, which opens its page. Nothing when there is none.

import { formatMoney } from '@fairlot/money'
import { Link } from '@fairlot/ui'
import { useHideAmounts } from '#shell/appearance.ts'
import { useDay } from '#shell/format.ts'
import { cashText, type Dividend, dividendPath, useDividends } from './dividend.ts'
import { corporateActionsTexts } from './texts/index.ts'
import styles from './Dividend.module.css'

export const DividendLine = ({ symbol }: { readonly symbol: string }) => {
  const { data } = useDividends(symbol)
  const newest = data?.actions[0]
  return newest === undefined ? null : <Line dividend={newest} />
}

const Line = ({ dividend }: { readonly dividend: Dividend }) => {
  const { line } = corporateActionsTexts.use()
  const day = useDay()
  const hidden = useHideAmounts()
  const { mine, state, cashMicros, exOn, paysOn } = dividend
  const isShort = mine !== null && mine.owed !== '0'
  const text =
    state === 'announced' || mine === null
      ? line.announced(cashText(cashMicros), day(exOn))
      : isShort
        ? line.owed(day(paysOn))
        : state === 'paid'
          ? line.paid(day(paysOn))
          : line.due(day(paysOn))
  const amount = mine === null ? '' : isShort ? `−${formatMoney(mine.owed)}` : `+${formatMoney(mine.net)}`
  return (
    <Link href={dividendPath(dividend)} className={styles.line}>
      <span>{text}</span>
      <b className="num">{hidden && amount !== '' ? '••••' : amount}</b>
    </Link>
  )
}
