import { cx } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { TopAside } from '#shell/Frame.tsx'
import { Attention } from './Attention.tsx'
import { Cards } from './Cards.tsx'
import { Levels } from './Levels.tsx'
import { Line } from './Line.tsx'
import { ProcessTable } from './ProcessTable.tsx'
import { Queues } from './Queues.tsx'
import { Safety } from './Safety.tsx'
import { statusTexts } from './texts/index.ts'
import { Today } from './Today.tsx'
import type { System } from './system.ts'
import styles from './System.module.css'

/** A dead process turns red ten seconds after its last heartbeat; with this interval the page shows it within fifteen. */
const EVERY_MS = 3_000

export function SystemPage() {
  const read = useRead('/status/system', {}, { every: EVERY_MS })
  return <Answered read={read}>{(system) => <Page system={system} />}</Answered>
}

function Page({ system }: { readonly system: System }) {
  const texts = statusTexts.use()
  const bad = system.processes.filter(({ state }) => state !== 'well').length
  const late =
    system.waiting.filter(({ isLate }) => isLate).length +
    system.drills.filter(({ isDue }) => isDue).length +
    system.stuck.length
  const quotes = system.waiting.find(({ name }) => name === 'quotes')
  const isDead = system.processes.some(({ state }) => state === 'lost' || state === 'missing')
  return (
    <div className={styles.page}>
      <TopAside>
        <span
          className={cx(
            styles.summary,
            isDead ? styles.dead : bad + late > 0 ? styles.attention : styles.well,
          )}
        >
          {texts.summary(bad + late)}
        </span>
        <small className="num">{texts.at(momentText(system.at))}</small>
      </TopAside>
      <Cards system={system} />
      <div className={styles.middle}>
        <ProcessTable system={system} />
        <div className={styles.column}>
          <Attention system={system} />
          <Safety drills={system.drills} />
          <Levels levels={system.levels} />
        </div>
      </div>
      <div className={styles.bottom}>
        <section className={styles.card}>
          <h2 className={styles.title}>{texts.line(texts.waiting.quotes)}</h2>
          {quotes === undefined || quotes.line.length < 2 ? (
            <p className={styles.none}>{texts.noLine}</p>
          ) : (
            <div className={styles.chart}>
              <Line
                values={quotes.line.map(({ value }) => value)}
                width={400}
                height={96}
                limit={quotes.limitMs}
                isLate={quotes.isLate}
              />
              <p className="num">
                <span>
                  <Moment at={quotes.line[0]?.at ?? system.at} />
                </span>
                <span>
                  <Moment at={system.at} />
                </span>
              </p>
            </div>
          )}
        </section>
        <Queues waiting={system.waiting} />
        <Today today={system.today} />
      </div>
    </div>
  )
}
