import { cx } from '@fairlot/ui'
import { momentText } from '#shell/format.ts'
import { formatMs, formatNumber } from './format.ts'
import { Line } from './Line.tsx'
import type { System } from './system.ts'
import { statusTexts } from './texts/index.ts'
import styles from './System.module.css'

export function ProcessTable({ system }: { readonly system: System }) {
  const texts = statusTexts.use()
  const { table } = texts
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>
        {table.title}
        <small>{table.every}</small>
      </h2>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={table.title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{table.name}</th>
              <th scope="col">{table.copies}</th>
              <th scope="col">{table.version}</th>
              <th scope="col" className={styles.right}>
                {table.perSecond}
              </th>
              <th scope="col" className={styles.right}>
                {table.median}
              </th>
              <th scope="col" className={styles.right}>
                {table.p99}
              </th>
              <th scope="col" className={styles.right}>
                {table.memory}
              </th>
              <th scope="col">{table.line}</th>
              <th scope="col">{table.state}</th>
            </tr>
          </thead>
          <tbody>
            {system.processes.map((process) => (
              <ProcessRow key={process.name} process={process} />
            ))}
            <tr>
              <th scope="row">
                {table.database} <span className="mono">{table.product}</span>
              </th>
              <td className="num">1</td>
              <td className="mono">{system.database.version}</td>
              <td colSpan={5} className={styles.soft}>
                {table.answers(formatMs(system.database.answersMs, texts))}
                {' · '}
                {table.migrations(system.database.migrations)}
              </td>
              <td>
                <span className={cx(styles.state, styles.well)}>{texts.states.well}</span>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}

function ProcessRow({ process }: { readonly process: System['processes'][number] }) {
  const texts = statusTexts.use()
  const { table } = texts
  const ms = (value: number | null) => (value === null ? '—' : formatMs(value, texts))
  const heard = process.copies.filter(({ isHeard }) => isHeard).length
  const lost = process.copies.find(({ isHeard }) => !isHeard)
  const isBad = process.state !== 'well'
  return (
    <tr data-process={process.name} data-state={process.state}>
      <th scope="row">
        {texts.processes[process.name]} <span className="mono">{process.name}</span>
      </th>
      <td className="num">
        {heard}
        {process.copies.length === heard ? '' : `／${process.copies.length}`}
      </td>
      <td className="mono">{process.versions.join(' ') || '—'}</td>
      <td className={cx('num', styles.right)}>
        {process.perSecond === null ? '—' : formatNumber(process.perSecond)}
      </td>
      <td className={cx('num', styles.right)}>{ms(process.p50Ms)}</td>
      <td className={cx('num', styles.right)}>{ms(process.p99Ms)}</td>
      <td className={cx('num', styles.right)}>
        {process.memoryMb === null ? '—' : texts.units.mb(formatNumber(process.memoryMb))}
      </td>
      <td>
        <Line values={process.line} width={88} height={20} isLate={isBad} />
      </td>
      <td>
        <span className={cx(styles.state, styles[process.state])}>{texts.states[process.state]}</span>
        {process.why === null ? null : (
          <small>
            {lost === undefined
              ? (texts.why[process.why] ?? process.why)
              : table.silent(momentText(lost.heartbeatAt))}
          </small>
        )}
      </td>
    </tr>
  )
}
