import type { FigureAllocation } from '@fairlot/contract/positions'
import { Card, Note, Section } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { percentBp } from '@fairlot/rules/figures'
import type { Account } from '#features/figures'
import { shortNameIn, useNamedRows } from '#features/market-data'
import { useHideAmounts } from '#shell/appearance.ts'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { profitTexts } from './texts/index.ts'
import styles from './Allocation.module.css'

type Line = Account['allocation'][number]

/** Tones of the largest stocks; smaller ones share the last, the other lines have their own. Red and green are for prices. */
const TONES = 6
const tones: Readonly<Record<FigureAllocation, string | undefined>> = {
  stock: undefined,
  cash: styles.cash,
  collateral: styles.collateral,
  foreign: styles.foreign,
  loan: styles.debt,
  borrowed: styles.debt,
}

const abs = (text: string): bigint => {
  const value = BigInt(text)
  return value < 0n ? -value : value
}

/** What total assets consist of, in percent of them. The lines add up to the total: what is owed is subtracted. */
export const Allocation = ({ account }: { readonly account: Account }) => {
  const texts = profitTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const hidden = useHideAmounts()
  const { allocation: lines } = account
  const names = useNamedRows(lines.flatMap(({ symbol }) => symbol ?? []))
  const named = ({ of, symbol }: Line): string => {
    if (symbol === null) return texts.kinds[of]
    const row = names.get(symbol)
    const name = row === undefined ? symbol : shortNameIn(language, row)
    return of === 'borrowed' ? texts.short(name) : name
  }
  const total = BigInt(account.total)
  const percent = ({ amount }: Line): string =>
    `${formatMoney(BigInt(percentBp(BigInt(amount), total) ?? 0))}%`
  const tone = ({ of }: Line, at: number) => tones[of] ?? styles[`tone${Math.min(at, TONES)}`]
  const [largest] = lines
    .filter(({ symbol }) => symbol !== null)
    .toSorted((one, other) => (abs(one.amount) > abs(other.amount) ? -1 : 1))
  return (
    <Section
      title={texts.allocation}
      small
      aside={<span className={styles.aside}>{texts.asOf(moment(account.asOf))}</span>}
    >
      <Card pad>
        <div
          className={styles.bar}
          role="img"
          aria-label={texts.shares(lines.map((line) => `${named(line)} ${percent(line)}`).join(', '))}
        >
          {lines.map((line, at) =>
            BigInt(line.amount) > 0n ? (
              <i
                key={`${line.of} ${line.symbol}`}
                className={tone(line, at)}
                style={{ flexGrow: Number(line.amount) }}
              />
            ) : null,
          )}
        </div>
        <ul className={styles.list}>
          {lines.map((line, at) => (
            <li key={`${line.of} ${line.symbol}`} className={styles.item}>
              <i className={`${styles.swatch} ${tone(line, at)}`} />
              <span className={styles.name}>
                {named(line)} {line.symbol === null ? null : <small>{line.symbol}</small>}
              </span>
              <span className={styles.value}>{hidden ? '••••' : formatMoney(line.amount)}</span>
              <span className={styles.share}>{percent(line)}</span>
            </li>
          ))}
          <li className={`${styles.item} ${styles.sum}`}>
            <i />
            <span className={styles.name}>{texts.total}</span>
            <span className={styles.value} data-figure="total">
              {hidden ? '••••' : formatMoney(account.total)}
            </span>
            <span className={styles.share}>{total > 0n ? '100.00%' : ''}</span>
          </li>
        </ul>
        {largest === undefined || hidden ? null : (
          <Note className={styles.note}>
            {(largest.of === 'borrowed' ? texts.riskShort : texts.risk)(
              named(largest),
              formatMoney(abs(largest.amount) / 10n),
            )}
          </Note>
        )}
      </Card>
    </Section>
  )
}
