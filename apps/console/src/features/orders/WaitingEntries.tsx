import { formatMoney } from '@fairlot/money'
import { StatusChip } from '@fairlot/ui'
import { OwnerCell } from '#kit/list/OwnerCell.tsx'
import { Moment } from '#kit/Moment.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { exitsText, grouped, priceOf, sideText, type WaitingEntry } from './order-text.ts'
import { ordersTexts } from './texts/index.ts'
import styles from './Orders.module.css'

/** The opening orders of the members searched for that wait for their trigger, with what they hold. */
export function WaitingEntries({ waiting }: { readonly waiting: readonly WaitingEntry[] }) {
  const all = ordersTexts.use()
  const language = useLanguage()
  const { label, columns, ways } = all.waiting
  if (waiting.length === 0) return null
  return (
    <section aria-label={label} className={styles.waiting}>
      <h2 className={styles.title}>{label}</h2>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{all.columns.stock}</th>
            <th scope="col">{all.columns.member}</th>
            <th scope="col">{columns.set}</th>
            <th scope="col">{columns.trigger}</th>
            <th scope="col">{columns.order}</th>
            <th scope="col">{columns.held}</th>
            <th scope="col">{columns.until}</th>
          </tr>
        </thead>
        <tbody>
          {waiting.map((row) => (
            <tr key={row.conditionalId}>
              <th scope="row">
                {language === 'tw' ? row.nameTw : row.nameEn} <span className="num">{row.symbol}</span>
              </th>
              <td>
                <OwnerCell member={row.member} />
              </td>
              <td>
                <Moment at={row.createdAt} />
              </td>
              <td>{ways[row.way](priceOf(row.trigger))}</td>
              <td>
                <StatusChip tone={row.direction === 'long' ? 'up' : 'down'}>
                  {sideText({ ...row, purpose: 'open' }, all)}
                </StatusChip>{' '}
                {row.price === null ? all.market : priceOf(row.price)} × {grouped(row.quantity)}{' '}
                {exitsText(row.exits, all)}
              </td>
              <td>{formatMoney(row.held)}</td>
              <td>{row.expiresOn}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
