import { cx, IconButton, StatusChip } from '@fairlot/ui'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { DayPane } from './DayPane.tsx'
import { calendarTexts } from './texts/index.ts'
import type { Day } from './day.ts'
import styles from './Calendar.module.css'

const EVERY_MS = 30_000

const monthNow = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Taipei', year: 'numeric', month: '2-digit' })
    .format(new Date())
    .slice(0, 7)

const step = (month: string, by: number): string => {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}

/** Monday is the first column. */
const columnOf = (date: string): number => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

export function CalendarPage() {
  const texts = calendarTexts.use()
  const address = useAddress()
  const asked = address.get('month')
  const month = asked !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : monthNow()
  const read = useRead('/calendar/month', { month }, { every: EVERY_MS, keep: true })
  const here = read.data?.days.find(({ date }) => date === address.get('day'))
  const turn = (to: string | null) => address.turn({ month: to, day: null })
  const [year = '', number = ''] = month.split('-')
  return (
    <ConsolePage
      filters={
        <>
          <div className={styles.head}>
            <IconButton name="back" size={1} label={texts.before} onPress={() => turn(step(month, -1))} />
            <h2>{texts.month(year, number)}</h2>
            <IconButton name="chevron" size={1} label={texts.after} onPress={() => turn(step(month, 1))} />
            <ConsoleButton small kind="outline" onPress={() => turn(null)}>
              {texts.today}
            </ConsoleButton>
          </div>
          <span>{read.data?.calendar === 'practice' ? texts.practice : texts.twse}</span>
        </>
      }
      onClose={() => address.turn({ day: null })}
      pane={
        here &&
        read.data && {
          label: texts.pane.label,
          close: texts.pane.close,
          body: <DayPane key={here.date} day={here} today={read.data.today} />,
        }
      }
    >
      <Answered read={read}>
        {({ days, today }) => (
          <Grid days={days} today={today} here={here?.date} onOpen={(date) => address.turn({ day: date })} />
        )}
      </Answered>
    </ConsolePage>
  )
}

interface GridProps {
  readonly days: readonly Day[]
  readonly today: string
  readonly here: string | undefined
  readonly onOpen: (date: string) => void
}

function Grid({ days, today, here, onOpen }: GridProps) {
  const texts = calendarTexts.use()
  return (
    <div className={styles.month} role="group" aria-label={texts.label}>
      {texts.weekdays.map((name, index) => (
        <span key={name} className={styles.weekday} aria-hidden="true" data-column={index + 1}>
          {name}
        </span>
      ))}
      {days.map((day) => (
        <button
          key={day.date}
          type="button"
          className={cx(
            styles.day,
            day.settlesOn === null && styles.shut,
            day.date === today && styles.today,
            day.date === here && styles.here,
          )}
          style={day.date.endsWith('-01') ? { gridColumnStart: columnOf(day.date) } : undefined}
          aria-current={day.date === today ? 'date' : undefined}
          aria-pressed={day.date === here}
          onClick={() => onOpen(day.date)}
        >
          <DayText day={day} />
        </button>
      ))}
    </div>
  )
}

function DayText({ day }: { readonly day: Day }) {
  const texts = calendarTexts.use()
  const language = useLanguage()
  const { closure, proposal } = day
  return (
    <>
      <span className={styles.number}>
        <b className="num">{Number(day.date.slice(8))}</b>
        <span className="visually-hidden">{texts.weekdayLabels[columnOf(day.date) - 1]}</span>
        {day.settlesOn === null ? null : (
          <small className="num">{texts.settlesOn(day.settlesOn.slice(5).replace('-', '/'))}</small>
        )}
      </span>
      {closure === null ? (
        day.isWeekend ? (
          <small>{texts.kinds.weekend}</small>
        ) : null
      ) : (
        <small className={styles.name}>{language === 'tw' ? closure.nameTw : closure.nameEn}</small>
      )}
      {proposal === null ? null : <StatusChip tone="warn">{texts.kinds.proposed}</StatusChip>}
    </>
  )
}
