import { Card, Note, Section } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import type { QuoteRow } from '@fairlot/contract/market-data'
import { formatMoney } from '@fairlot/money'
import { shortNameIn, useNamedRows } from '#features/market-data'
import { useHideAmounts } from '#shell/appearance.ts'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { profitTexts } from './texts/index.ts'
import styles from './Allocation.module.css'

type Profit = DataOf<'/positions/profit'>
type Part = Profit['allocation'][number]

/** Tones in the order of size; cash has its own. Red and green are reserved for prices. */
const TONES = 6

const abs = (text: string): bigint => {
  const value = BigInt(text)
  return value < 0n ? -value : value
}

/** How the member's assets are divided: a bar, a list, and the effect of one of them falling. */
export const Allocation = ({ profit }: { readonly profit: Profit }) => {
  const texts = profitTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const hidden = useHideAmounts()
  const names = useNamedRows(profit.allocation.flatMap(({ symbol }) => symbol ?? []))
  const whole = profit.allocation.reduce((sum, { value }) => sum + abs(value), 0n)
  const named = (part: Part): string => {
    if (part.symbol === null) return texts.cash
    const row: QuoteRow | undefined = names.get(part.symbol)
    const name = row === undefined ? part.symbol : shortNameIn(language, row)
    return part.direction === 'short' ? texts.short(name) : name
  }
  const percent = (part: Part): string =>
    whole === 0n
      ? '0.0%'
      : `${Number((abs(part.value) * 1_000n) / whole) / 10}`.replace(/^(\d+)$/, '$1.0') + '%'
  const parts = [...profit.allocation].toSorted((one, other) =>
    one.symbol === null ? 1 : other.symbol === null ? -1 : abs(other.value) > abs(one.value) ? 1 : -1,
  )
  const tone = (part: Part, at: number) => (part.symbol === null ? styles.cash : styles[`tone${at % TONES}`])
  const [largest] = parts
  return (
    <Section
      title={texts.allocation}
      small
      aside={<span className={styles.aside}>{texts.asOf(moment(profit.asOf))}</span>}
    >
      <Card pad>
        <div
          className={styles.bar}
          role="img"
          aria-label={texts.shares(parts.map((part) => `${named(part)} ${percent(part)}`).join(', '))}
        >
          {parts.map((part, at) =>
            abs(part.value) === 0n ? null : (
              <i
                key={`${part.symbol} ${part.direction}`}
                className={tone(part, at)}
                style={{ flexGrow: Number(abs(part.value)) }}
              />
            ),
          )}
        </div>
        <ul className={styles.list}>
          {parts.map((part, at) => (
            <li key={`${part.symbol} ${part.direction}`} className={styles.item}>
              <i className={`${styles.swatch} ${tone(part, at)}`} />
              <span className={styles.name}>
                {named(part)} {part.symbol === null ? null : <small>{part.symbol}</small>}
              </span>
              <span className={styles.value}>{hidden ? '••••' : formatMoney(abs(part.value))}</span>
              <span className={styles.share}>{percent(part)}</span>
            </li>
          ))}
        </ul>
        {largest === undefined || largest.symbol === null || hidden ? null : (
          <Note className={styles.note}>
            {(largest.direction === 'short' ? texts.riskShort : texts.risk)(
              named(largest),
              formatMoney(abs(largest.value) / 10n),
            )}
          </Note>
        )}
      </Card>
    </Section>
  )
}
