// The published thresholds, level by level, beside my own figures.

import type { DataOf } from '@fairlot/contract'
import { displayCompact } from '@fairlot/money'
import { thresholds } from '@fairlot/rules/mentors'
import { Card, cx, Section } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { countText, plainPercent } from '../mentor.ts'
import { mentorsTexts } from '../texts/index.ts'
import styles from '../Mentors.module.css'

export const Thresholds = ({ own: { figures, level } }: { readonly own: DataOf<'/mentors/own'> }) => {
  const all = mentorsTexts.use()
  const texts = all.own
  const language = useLanguage()
  const amount = (minor: bigint): string => displayCompact(minor, language)
  const rows = [
    {
      key: 'days',
      label: texts.days,
      hint: texts.atLeast,
      values: thresholds.map(({ days }) => countText(days)),
      you: figures && countText(figures.days),
    },
    {
      key: 'trades',
      label: texts.trades,
      hint: texts.atLeast,
      values: thresholds.map(({ trades }) => countText(trades)),
      you: figures && countText(figures.trades.cash.closed),
    },
    {
      key: 'drawdown',
      label: texts.drawdown,
      hint: texts.upTo,
      values: thresholds.map(({ drawdownBp }) => `${drawdownBp / 100}%`),
      you: figures && plainPercent(figures.drawdownBp),
    },
    {
      key: 'money',
      label: texts.money,
      hint: texts.moneyHint,
      values: thresholds.map(({ money }) => amount(money)),
      you: figures && amount(BigInt(figures.money)),
    },
    {
      key: 'minFollow',
      label: texts.minFollow,
      hint: texts.atLeast,
      values: thresholds.map(({ minFollow }) => amount(minFollow)),
      you: null,
    },
  ]
  return (
    <Section title={texts.table} small className={styles.group}>
      <Card pad>
        <table className={`${styles.table} ${styles.whole}`}>
          <caption className="visually-hidden">{texts.table}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.condition}</th>
              {thresholds.map((each) => (
                <th key={each.level} scope="col" className={cx(each.level === level && styles.here)}>
                  {all.shortLevels[each.level]}
                </th>
              ))}
              <th scope="col">{texts.you}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, hint, values, you }) => (
              <tr key={key}>
                <th scope="row">
                  {label}
                  <small>{hint}</small>
                </th>
                {values.map((value, at) => (
                  <td
                    key={thresholds[at]!.level}
                    className={cx(thresholds[at]!.level === level && styles.here)}
                  >
                    {value}
                  </td>
                ))}
                <td className={styles.you} data-own={key}>
                  {you ?? '—'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <p className={styles.small}>{texts.noReturn}</p>
    </Section>
  )
}
