// What I get or owe, in one figure: cash, new shares, or the shares after a split.

import { formatMoney } from '@fairlot/money'
import { Money, StatusChip } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useHideAmounts } from '#shell/appearance.ts'
import { useDay } from '#shell/format.ts'
import { cashText, isSplit, perThousandText } from '@fairlot/rules/corporate-actions'
import type { Dividend } from './dividend.ts'
import { sharesText } from './shares-text.ts'
import { corporateActionsTexts } from './texts/index.ts'
import type { CorporateActionsTexts } from './texts/tw.ts'
import styles from './Dividend.module.css'

export type Mine = NonNullable<Dividend['mine']>

const owesOf = ({ owed, owedSupplement }: Mine): bigint => BigInt(owed) + BigInt(owedSupplement)

export const Head = ({ dividend }: { readonly dividend: Dividend }) => {
  const texts = corporateActionsTexts.use()
  const language = useLanguage()
  const { name, symbol, mine, state } = dividend
  const isShort = mine !== null && mine.short > 0 && mine.long === 0
  return (
    <>
      <div className={styles.head}>
        <b>{name[language]}</b>
        <span className="num">{symbol}</span>
        {state === 'cancelled' ? <StatusChip tone="crit">{texts.cancelled}</StatusChip> : null}
        {mine === null ? null : (
          <StatusChip tone={state === 'paid' ? 'neutral' : isShort ? 'warn' : 'brand'}>
            {isShort ? texts.short : state === 'paid' ? texts.paid : texts.entitled}
          </StatusChip>
        )}
      </div>
      {mine === null ? (
        <Terms dividend={dividend} />
      ) : isSplit(dividend) ? (
        <AfterSplit dividend={dividend} mine={mine} />
      ) : dividend.stockMicros > 0 ? (
        <NewShares dividend={dividend} mine={mine} />
      ) : (
        <Cash dividend={dividend} mine={mine} />
      )}
    </>
  )
}

/** For a member without an entitlement. */
const Terms = ({ dividend }: { readonly dividend: Dividend }) => {
  const texts = corporateActionsTexts.use()
  const { cashMicros, stockMicros, splitTo, splitFrom, state } = dividend
  const stock = perThousandText(stockMicros)
  return (
    <>
      {isSplit(dividend) ? (
        <p className={styles.label}>{texts.shares.split(splitFrom, splitTo)}</p>
      ) : (
        <>
          <p className={styles.label}>{texts.perShare}</p>
          <Money text={cashText(cashMicros)} symbol="NT$" size="display" />
          {stockMicros > 0 ? <p className={styles.label}>{texts.shares.perThousand(stock)}</p> : null}
        </>
      )}
      <p className={styles.small}>{texts.without[state]}</p>
    </>
  )
}

interface Known {
  readonly dividend: Dividend
  readonly mine: Mine
}

const labelOf = (texts: CorporateActionsTexts, state: Dividend['state'], isShort: boolean): string =>
  isShort ? texts.owes : state === 'paid' ? texts.received : state === 'ex' ? texts.due : texts.expected

const Cash = ({ dividend, mine }: Known) => {
  const texts = corporateActionsTexts.use()
  const hidden = useHideAmounts()
  const day = useDay()
  const { state, cashMicros, paysOn } = dividend
  const isShort = mine.owed !== '0'
  const cash = cashText(cashMicros)
  return (
    <>
      <p className={styles.label}>{labelOf(texts, state, isShort)}</p>
      <Money text={formatMoney(isShort ? mine.owed : mine.net)} symbol="NT$" size="display" hidden={hidden} />
      <p className={styles.small}>
        {isShort
          ? texts.owesSum(sharesText(mine.short), cash, day(paysOn))
          : texts.sum(sharesText(mine.long), cash, day(paysOn))}
      </p>
    </>
  )
}

const NewShares = ({ dividend, mine }: Known) => {
  const texts = corporateActionsTexts.use()
  const hidden = useHideAmounts()
  const day = useDay()
  const { state, stockMicros, paysOn } = dividend
  const isShort = mine.long === 0
  const stock = perThousandText(stockMicros)
  const money = (amount: bigint | string): string => (hidden ? '••••' : `NT$${formatMoney(amount)}`)
  return (
    <>
      <p className={styles.label}>{labelOf(texts, state, isShort)}</p>
      <Money
        text={texts.shares.count(sharesText(isShort ? mine.owedShares : mine.newShares))}
        size="display"
        hidden={hidden}
      />
      <p className={styles.small}>
        {isShort
          ? texts.shares.owesSum(sharesText(mine.short), stock)
          : texts.shares.sum(sharesText(mine.long), stock, day(paysOn))}
      </p>
      {mine.net === '0' ? null : (
        <p className={styles.small}>{texts.shares.withCash(money(mine.net), day(paysOn))}</p>
      )}
      {owesOf(mine) === 0n ? null : (
        <p className={styles.small}>{texts.shares.withDebt(money(owesOf(mine)), day(paysOn))}</p>
      )}
    </>
  )
}

const AfterSplit = ({ dividend, mine }: Known) => {
  const texts = corporateActionsTexts.use()
  const hidden = useHideAmounts()
  const day = useDay()
  const { splitTo, splitFrom, exOn, paysOn } = dividend
  const isShort = mine.long === 0
  const [before, after] = isShort
    ? [mine.short, mine.short + mine.owedShares]
    : [mine.long, mine.long + mine.newShares]
  const money = (amount: string): string => (hidden ? '••••' : `NT$${formatMoney(amount)}`)
  return (
    <>
      <p className={styles.label}>{isShort ? texts.shares.shortAfter : texts.shares.after}</p>
      <Money text={texts.shares.count(sharesText(after))} size="display" hidden={hidden} />
      <p className={styles.small}>
        {texts.shares.splitSum(sharesText(before), splitFrom, splitTo, day(exOn))}
      </p>
      {mine.net === '0' ? null : (
        <p className={styles.small}>{texts.shares.fraction(money(mine.net), day(paysOn))}</p>
      )}
      {mine.owed === '0' ? null : (
        <p className={styles.small}>{texts.shares.withDebt(money(mine.owed), day(paysOn))}</p>
      )}
    </>
  )
}
