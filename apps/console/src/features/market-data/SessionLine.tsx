import { cx } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { momentText, formatWait } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import type { Control } from './securities.ts'
import { marketTexts } from './texts/index.ts'
import styles from './Market.module.css'

/** The server's clock, continued locally between two answers. */
function useServerNow(now: number): number {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const from = performance.now()
    setPassed(0)
    const timer = setInterval(() => setPassed(performance.now() - from), 1_000)
    return () => clearInterval(timer)
  }, [now])
  return now + passed
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Taipei',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The phases of the trading day on one line, proportional to their length, with a mark at the current time. */
export function SessionLine({ control }: { readonly control: Control }) {
  const texts = marketTexts.use()
  const language = useLanguage()
  const now = useServerNow(control.now)
  const { phases } = control
  const begin = phases[0]?.at ?? 0
  const end = phases.at(-1)?.at ?? 0
  const parts = phases.slice(0, -1).map((phase, index) => ({
    ...phase,
    until: phases[index + 1]?.at ?? end,
  }))
  // A short phase is drawn wider than its length so that its name fits; the mark moves along the drawing.
  const drawn = parts.map(({ at, until }) => Math.max(until - at, (end - begin) / 8))
  const whole = drawn.reduce((sum, width) => sum + width, 0)
  const passed = parts.reduce(
    (sum, { at, until }, index) =>
      sum + drawn[index]! * Math.min(1, Math.max(0, (now - at) / Math.max(1, until - at))),
    0,
  )
  const place = whole === 0 ? 0 : passed / whole
  const wait = formatWait(Math.max(0, Math.ceil((control.next.at - now) / 60_000)), language)
  return (
    <section className={styles.session} aria-label={texts.session.title}>
      <div className={styles.line}>
        <h2>
          {texts.session.title}
          <small>{texts.session.meta(control.calendar, control.date.replaceAll('-', '/'))}</small>
        </h2>
        <span className="num">
          {texts.session.now(momentText(new Date(now).toISOString()), wait, texts.phases[control.next.phase])}
        </span>
      </div>
      <div className={styles.track}>
        <ol className={styles.parts}>
          {parts.map(({ phase, at }, index) => (
            <li
              key={phase}
              style={{ inlineSize: `${(drawn[index]! / whole) * 100}%` }}
              className={cx(styles.part, phase === control.phase && styles.current)}
              aria-current={phase === control.phase ? 'step' : undefined}
            >
              <span>{texts.phases[phase]}</span>
              <small className="num">{clock.format(at)}</small>
            </li>
          ))}
        </ol>
        <small className={cx('num', styles.end)}>{clock.format(end)}</small>
        {control.phase === 'closed' ? null : (
          <span className={styles.here} style={{ insetInlineStart: `${place * 100}%` }} aria-hidden="true">
            <small>{texts.session.here}</small>
          </span>
        )}
      </div>
    </section>
  )
}
