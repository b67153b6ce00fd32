import { formatMoney } from '@fairlot/money'
import { useState } from 'react'
import { Result } from '../Result.tsx'
import { profitTexts } from './texts/index.ts'
import type { Curve } from './use-curve.ts'
import { dayText } from './day-text.ts'
import styles from './DayTable.module.css'

/** The curve as a table, newest day first: every value of the picture, also for a screen reader. */
export const DayTable = ({ line }: { readonly line: Curve['line'] }) => {
  const texts = profitTexts.use()
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{texts.table.show}</summary>
      {open ? (
        <table className={`num ${styles.table}`}>
          <caption className={styles.caption}>{texts.table.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.table.date}</th>
              <th scope="col">{texts.table.profit}</th>
              <th scope="col">{texts.table.total}</th>
            </tr>
          </thead>
          <tbody>
            {line.toReversed().map(({ date, paidIn, profit, total }) => (
              <tr key={date}>
                <th scope="row">
                  {dayText(date)}
                  {paidIn === 0n ? null : (
                    <small>{texts.table.paidIn(formatMoney(paidIn, { plus: true }))}</small>
                  )}
                </th>
                <td>
                  <Result amount={profit} />
                </td>
                <td>{formatMoney(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </details>
  )
}
