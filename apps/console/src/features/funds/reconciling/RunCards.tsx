import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { cx, Icon } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { momentText } from '#shell/format.ts'
import { fundsTexts } from '../texts/index.ts'
import shared from '../Funds.module.css'
import styles from './Recon.module.css'

type Recon = ConsoleDataOf<'/funds/reconciliation'>
interface RunProps {
  readonly recon: Recon
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2)
const limitMs = 2_000

/** How long each of the last sixty runs took, and when the last one finished. */
export function MinuteRuns({ recon: { runs, last, finishedAt, freshMinutes } }: RunProps) {
  const texts = fundsTexts.use().runs
  const max = Math.max(limitMs, ...runs.map(({ tookMs }) => tookMs))
  const slowest = runs.reduce((max, { tookMs }) => Math.max(max, tookMs), 0)
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.title}
        <small>{texts.last(runs.length)}</small>
      </h2>
      <ol className={styles.bars} aria-label={texts.title}>
        {runs.map(({ at, tookMs, broken }) => (
          <li
            key={at}
            className={cx(broken > 0 && styles.badBar)}
            style={{ height: `${Math.max(4, Math.round((tookMs / max) * 100))}%` }}
            title={texts.bar(momentText(at), seconds(tookMs))}
          >
            <span className="visually-hidden">{texts.bar(momentText(at), seconds(tookMs))}</span>
          </li>
        ))}
      </ol>
      <dl className={shared.facts}>
        <div>
          <dt>{texts.finished}</dt>
          <dd className="num">{finishedAt === null ? '—' : <Moment at={finishedAt} />}</dd>
        </div>
        <div>
          <dt>{texts.took}</dt>
          <dd className="num">{last === null ? '—' : texts.seconds(seconds(last.tookMs))}</dd>
        </div>
        <div>
          <dt>{texts.slowest}</dt>
          <dd className="num">{texts.seconds(seconds(slowest))}</dd>
        </div>
        <div>
          <dt>{texts.late}</dt>
          <dd>{texts.lateText(freshMinutes)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** The last closed days, and when all of them were last added up again. */
export function ClosedDays({ recon: { closedDays, night } }: RunProps) {
  const texts = fundsTexts.use().days
  const isFine = night !== null && night.broken === 0
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.title}
        <small>{texts.only}</small>
      </h2>
      {closedDays.length === 0 ? <p className={shared.plain}>{texts.none}</p> : null}
      <ul className={styles.days}>
        {closedDays.map(({ day, lines, hash }) => (
          <li key={day}>
            <span className="num">{day.slice(5).replace('-', '/')}</span>
            <span className="num">{texts.lines(lines)}</span>
            <span className="mono" title={hash}>
              {hash.slice(0, 4)}…{hash.slice(-4)}
            </span>
            {isFine ? (
              <span title={texts.checked}>
                <Icon name="check" size={1} weight={2} />
                <span className="visually-hidden">{texts.checked}</span>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <p className={shared.plain}>
        {night === null
          ? texts.notYet
          : night.failure !== null
            ? texts.failed(momentText(night.at))
            : texts.night(momentText(night.at), seconds(night.tookMs), night.broken)}
      </p>
    </section>
  )
}
