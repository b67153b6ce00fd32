// Total assets as the sum it is: a bar of what is in the account, and a line for each term.

import { figureTerms, type FigureTerm } from '@fairlot/contract/positions/figures'
import { formatMoney } from '@fairlot/money'
import { cx } from '@fairlot/ui'
import { useHideAmounts } from '#shell/appearance.ts'
import { FigureAmount } from './FigureAmount.tsx'
import { shownTerms } from './sums.ts'
import { figuresTexts } from './texts/index.ts'
import type { Account } from './use-figures.ts'
import styles from './Figures.module.css'

interface Props {
  readonly account: Account
  /** With the bar of own and borrowed money, and the sum of what is in the account. */
  readonly wide?: boolean | undefined
}

export const Terms = ({ account, wide = false }: Props) => {
  const texts = figuresTexts.use()
  const hidden = useHideAmounts()
  const positive = figureTerms.filter((term) => BigInt(account.terms[term]) > 0n)
  const gross = positive.reduce((sum, term) => sum + BigInt(account.terms[term]), 0n)
  const own = BigInt(account.total)
  const text = (amount: bigint) => (hidden ? '••••' : formatMoney(amount))
  const label = `${texts.terms}: ${positive
    .map((term) => `${texts.names[term]} ${text(BigInt(account.terms[term]))}`)
    .join(', ')}`
  return (
    <div className={styles.terms}>
      <div className={cx(styles.bar, wide && styles.high)} role="img" aria-label={label}>
        {positive.map((term) => (
          <i key={term} className={styles[term]} style={{ flexGrow: Number(account.terms[term]) }} />
        ))}
      </div>
      {wide ? (
        <>
          <p className={styles.legend}>
            {texts.gross} <b className="num">{text(gross)}</b>
          </p>
          <div className={styles.bar} aria-hidden="true">
            {own > 0n ? <i className={styles.available} style={{ flexGrow: Number(own) }} /> : null}
            {gross > own ? <i className={styles.loans} style={{ flexGrow: Number(gross - own) }} /> : null}
          </div>
          <p className={styles.legend}>
            <span>
              {texts.own} <b className="num">{text(own)}</b>
            </span>
            <span>
              {texts.borrowed} <b className="num">{text(gross - own)}</b>
            </span>
          </p>
        </>
      ) : null}
      <dl className={styles.list}>
        {shownTerms(account).map((term, at) => (
          <Term key={term} account={account} term={term} plus={at > 0} />
        ))}
        <div className={styles.total}>
          <dt>{texts.names.total}</dt>
          <dd>
            <FigureAmount name="total" amount={account.total} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

interface TermProps {
  readonly account: Account
  readonly term: FigureTerm
  readonly plus: boolean
}

const Term = ({ account, term, plus }: TermProps) => {
  const texts = figuresTexts.use()
  return (
    <div>
      <dt>
        <i className={cx(styles.swatch, styles[term])} />
        {texts.names[term]}
      </dt>
      <dd>
        <FigureAmount name={term} amount={account.terms[term]} plus={plus} />
      </dd>
    </div>
  )
}
