import { cx } from '@fairlot/ui'
import { serviceLevelDays, serviceLevels } from '@fairlot/contract/status/states'
import { formatNumber, formatShare } from './format.ts'
import type { System } from './system.ts'
import { statusTexts } from './texts/index.ts'
import styles from './System.module.css'

/** What members are promised, over thirty days, and what is left of each error budget. */
export function Levels({ levels }: { readonly levels: System['levels'] }) {
  const texts = statusTexts.use()
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>
        {texts.levels.title}
        <small>{texts.levels.aside(serviceLevelDays)}</small>
      </h2>
      <table className={styles.levels}>
        <thead>
          <tr>
            <th scope="col">{texts.levels.name}</th>
            <th scope="col">{texts.levels.promised}</th>
            <th scope="col">{texts.levels.reached}</th>
            <th scope="col">{texts.levels.left}</th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ name, good, bad, left }) => (
            <tr key={name}>
              <th scope="row">
                {texts.levels.names[name](formatNumber((serviceLevels[name].withinMs ?? 0) / 1_000))}
              </th>
              <td className="num">{formatShare(serviceLevels[name].perMillion / 1_000_000)}</td>
              <td className="num">
                {good + bad === 0 ? texts.levels.unknown : formatShare(good / (good + bad))}
              </td>
              <td className={cx('num', left !== null && left <= 0 && styles.used)}>
                {left === null ? texts.levels.unknown : left <= 0 ? texts.levels.used : formatShare(left, 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
