import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { cx } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { momentText, formatWait, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { fundsTexts } from '../texts/index.ts'
import shared from '../Funds.module.css'
import styles from './Recon.module.css'

/** The last 24 hours in half hours, and the external movements. */
export function DayBehind({ recon }: { readonly recon: ConsoleDataOf<'/funds/reconciliation'> }) {
  const all = fundsTexts.use()
  const texts = all.recon
  const language = useLanguage()
  const runs = recon.day.reduce((sum, slot) => sum + slot.runs, 0)
  const broken = recon.day.reduce((sum, slot) => sum + slot.broken, 0)
  const { lastBreak, lastStatement, lastTree } = recon
  const nameOf = (code: string): string => (all.checks as Readonly<Record<string, string>>)[code] ?? code
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.day}
        <small className="num">{texts.dayText(runs)}</small>
      </h2>
      <ol className={styles.day} aria-label={texts.day}>
        {recon.day.map(({ from, runs: count, broken: bad }) => (
          <li
            key={from}
            className={cx(styles.slot, count > 0 && styles.seen, bad > 0 && styles.badSlot)}
            title={texts.slot(momentText(from), count, bad)}
          >
            <span className="visually-hidden">{texts.slot(momentText(from), count, bad)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.legend}>
        {recon.day[0] === undefined ? null : <Moment at={recon.day[0].from} className="num" />}
        <span>{broken === 0 ? texts.dayFine : texts.dayBroken(broken)}</span>
        {recon.last === null ? null : <Moment at={recon.last.at} className="num" />}
      </p>
      <dl className={shared.facts}>
        <div>
          <dt>{texts.lastBreak}</dt>
          <dd>
            {lastBreak === null
              ? texts.never
              : texts.lastBreakText(
                  momentText(lastBreak.at),
                  lastBreak.checks.map(nameOf).join(' · '),
                  lastBreak.resumedAt === null
                    ? null
                    : formatWait(minutesBetween(lastBreak.at, new Date(lastBreak.resumedAt)), language),
                )}
          </dd>
        </div>
        <div>
          <dt>{texts.statement}</dt>
          <dd>{lastStatement === null ? texts.never : texts.statementText(momentText(lastStatement))}</dd>
        </div>
        <div>
          <dt>{texts.tree}</dt>
          <dd>
            {lastTree === null ? (
              texts.never
            ) : (
              <>
                {texts.treeText(momentText(lastTree.at))}{' '}
                <span className="mono" title={lastTree.root}>
                  {lastTree.root.slice(0, 4)}…{lastTree.root.slice(-4)}
                </span>
              </>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}
