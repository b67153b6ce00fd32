// The newest dividend of a stock in one line, which opens its page. Nothing when there is none, or only a cancelled one.

import { formatMoney } from '@fairlot/money'
import { Link } from '@fairlot/ui'
import { useHideAmounts } from '#shell/appearance.ts'
import { useDay } from '#shell/format.ts'
import { cashText, isSplit, perThousandText } from '@fairlot/rules/corporate-actions'
import { type Dividend, dividendPath, useDividends } from './dividend.ts'
import { sharesText } from './shares-text.ts'
import { corporateActionsTexts } from './texts/index.ts'
import styles from './Dividend.module.css'

export const DividendLine = ({ symbol }: { readonly symbol: string }) => {
  const { data } = useDividends(symbol)
  const newest = data?.actions.find(({ state }) => state !== 'cancelled')
  return newest === undefined ? null : <Line dividend={newest} />
}

const Line = ({ dividend }: { readonly dividend: Dividend }) => {
  const hidden = useHideAmounts()
  const { text, amount } = useLine(dividend)
  return (
    <Link href={dividendPath(dividend)} className={styles.line}>
      <span>{text}</span>
      <b className="num">{hidden && amount !== '' ? '••••' : amount}</b>
    </Link>
  )
}

function useLine(dividend: Dividend): { readonly text: string; readonly amount: string } {
  const { line, shares } = corporateActionsTexts.use()
  const day = useDay()
  const { mine, state, cashMicros, stockMicros, splitTo, splitFrom, exOn, paysOn } = dividend
  const count = (added: number): string => `${added < 0 ? '−' : '+'}${sharesText(Math.abs(added))}`
  if (isSplit(dividend))
    return {
      text: shares.lineSplit(splitFrom, splitTo, day(exOn)),
      amount: mine === null ? '' : shares.count(count(mine.long > 0 ? mine.newShares : mine.owedShares)),
    }
  if (stockMicros > 0)
    return {
      text:
        state === 'announced' || mine === null
          ? shares.lineStock(perThousandText(stockMicros), day(exOn))
          : state === 'paid'
            ? shares.lineArrived(day(paysOn))
            : shares.lineArrives(day(paysOn)),
      amount: mine === null ? '' : shares.count(count(mine.long > 0 ? mine.newShares : mine.owedShares)),
    }
  const isShort = mine !== null && mine.owed !== '0'
  return {
    text:
      state === 'announced' || mine === null
        ? line.announced(cashText(cashMicros), day(exOn))
        : isShort
          ? line.owed(day(paysOn))
          : state === 'paid'
            ? line.paid(day(paysOn))
            : line.due(day(paysOn)),
    amount: mine === null ? '' : isShort ? `−${formatMoney(mine.owed)}` : `+${formatMoney(mine.net)}`,
  }
}
