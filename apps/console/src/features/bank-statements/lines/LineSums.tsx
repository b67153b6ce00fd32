import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { moneyText } from '#kit/money-text.ts'
import { Moment } from '#kit/Moment.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import styles from './BankLines.module.css'
import { bankLinesTexts } from './texts/index.ts'

/** Money that belongs to no member, compared with the books; and the most recently handled lines. */
export function LineSums({ data }: { readonly data: ConsoleDataOf<'/deposits/bankLines'> }) {
  const all = bankLinesTexts.use()
  const texts = all.sums
  const { comma } = shellTexts.use()
  const { sums, handled } = data
  const isEqual = BigInt(sums.suspense) + BigInt(sums.returning) === BigInt(sums.books)
  const cells = [
    { key: 'open', label: texts.open, value: sums.open, sub: texts.lines(sums.lines.open) },
    { key: 'suspense', label: texts.suspense, value: sums.suspense, sub: texts.lines(sums.lines.suspense) },
    {
      key: 'returning',
      label: texts.returning,
      value: sums.returning,
      sub: texts.lines(sums.lines.returning),
    },
    { key: 'books', label: texts.books, value: sums.books, sub: isEqual ? texts.equal : texts.differs },
  ]
  return (
    <div className={styles.below}>
      <p className={styles.rule}>
        {all.rule(data.suspenseHours)} <span className="mono">{all.ruleName(data.suspenseHours)}</span>
      </p>
      <dl className={styles.sums} aria-label={texts.label}>
        {cells.map(({ key, label, value, sub }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <b className="num">{moneyText(value, 'TWD')}</b>
              <small>{sub}</small>
            </dd>
          </div>
        ))}
      </dl>
      {handled.length === 0 ? null : (
        <section>
          <h2 className={styles.heading}>{all.handled}</h2>
          <ul className={styles.handled}>
            {handled.map((line) => (
              <li key={line.lineId}>
                <span className="num">{line.handledAt === null ? null : <Moment at={line.handledAt} />}</span>
                <span className="mono">{line.bankNumber}</span>
                <span className="num">{moneyText(line.amount, line.currency)}</span>
                <span>
                  {line.owner === null
                    ? all.states[line.state]
                    : `${all.targets[line.owner.kind]} ${line.owner.number ?? ''}`}
                </span>
                <span>{line.handledBy.length === 0 ? all.system : line.handledBy.join(comma)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
