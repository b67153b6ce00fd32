// A statement of a period as a file, saved on the phone with its hash and the platform's signature.

import { Button, Checkbox, Chip, Chips, Evidence, Hash, Segments, Sheet, useOnce } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { taipeiDate } from '@fairlot/rules/calendar'
import { useState } from 'react'
import { call } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { HELPER_MS, showToast } from '#shell/toasts.ts'
import { saveFile } from './save-file.ts'
import { lastDayOf, periodsOf, type Period } from './statement-period.ts'
import { profitTexts } from './texts/index.ts'
import styles from './StatementSheet.module.css'

const parts = ['ledger', 'orders', 'positions', 'evidence'] as const
type Part = (typeof parts)[number]
const formats = ['pdf', 'csv', 'json'] as const
type Format = (typeof formats)[number]
type Statement = DataOf<'/positions/statement'>

const dayText = (date: string): string => date.slice(5).replace('-', '/')

export const StatementSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = profitTexts.use().statement
  const shell = shellTexts.use()
  const language = useLanguage()
  const [today] = useState(() => taipeiDate(Date.now()))
  const [chosen, setChosen] = useState<Period>(periodsOf(today)[0])
  const [wanted, setWanted] = useState<readonly Part[]>(parts)
  const [format, setFormat] = useState<Format>('pdf')
  const [made, setMade] = useState<Statement>()
  const isWrong = chosen.from > chosen.to || chosen.to > today || chosen.from === ''
  const { data: counts } = useRead(
    '/positions/statementCounts',
    { from: chosen.from, to: chosen.to },
    { enabled: !isWrong, quiet: true },
  )
  const make = useOnce(async () => {
    const answer = await call('/positions/statement', {
      from: chosen.from,
      to: chosen.to,
      format,
      language,
      parts: [...wanted],
    })
    if (!answer.ok) return
    saveFile(answer.data)
    setMade(answer.data)
    showToast({ text: texts.saved(answer.data.name), tone: 'done', ms: HELPER_MS })
  })
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.title}
      closeLabel={shell.close}
      footer={
        <Button
          wide
          loading={make.busy}
          disabled={isWrong || wanted.length === 0}
          reason={isWrong ? texts.wrong : texts.none}
          onPress={() => make.run()}
        >
          {texts.make(format.toUpperCase())}
        </Button>
      }
    >
      <div className={styles.body}>
        <PeriodChoice
          today={today}
          chosen={chosen}
          onChoose={(period) => {
            setMade(undefined)
            setChosen(period)
          }}
        />
        <PartsChoice
          wanted={wanted}
          counts={counts}
          onChange={(next) => {
            setMade(undefined)
            setWanted(next)
          }}
        />
        <section aria-label={texts.format}>
          <h3 className={styles.label}>{texts.format}</h3>
          <Segments
            label={texts.format}
            value={format}
            onChange={(next) => {
              setMade(undefined)
              setFormat(next)
            }}
            items={formats.map((value) => ({ value, label: value.toUpperCase() }))}
          />
        </section>
        <Signed made={made} />
      </div>
    </Sheet>
  )
}

interface PeriodProps {
  readonly today: string
  readonly chosen: Period
  readonly onChoose: (period: Period) => void
}

/** One of the last months, or the member's own dates. */
const PeriodChoice = ({ today, chosen, onChoose }: PeriodProps) => {
  const texts = profitTexts.use().statement
  const [isOwn, setOwn] = useState(false)
  return (
    <section aria-label={texts.period}>
      <h3 className={styles.label}>{texts.period}</h3>
      <Chips label={texts.period}>
        {periodsOf(today).map((period) => (
          <Chip
            key={period.from}
            selected={!isOwn && chosen.from === period.from}
            onPress={() => {
              setOwn(false)
              onChoose(period)
            }}
          >
            {period.from.slice(0, 7).replace('-', '/')}
          </Chip>
        ))}
        <Chip selected={isOwn} onPress={() => setOwn(true)}>
          {texts.own}
        </Chip>
      </Chips>
      {isOwn ? (
        <div className={styles.dates}>
          {(['from', 'to'] as const).map((edge) => (
            <label key={edge} className={styles.date}>
              {texts[edge]}
              <input
                type="date"
                max={today}
                value={chosen[edge]}
                onChange={(event) => onChoose({ ...chosen, [edge]: event.target.value })}
              />
            </label>
          ))}
        </div>
      ) : null}
      <p className={styles.small}>
        {(chosen.to < lastDayOf(chosen.to) || chosen.to >= today ? texts.partial : texts.whole)(
          dayText(chosen.from),
          dayText(chosen.to),
        )}
      </p>
    </section>
  )
}

interface PartsProps {
  readonly wanted: readonly Part[]
  readonly counts: DataOf<'/positions/statementCounts'> | undefined
  readonly onChange: (wanted: readonly Part[]) => void
}

const PartsChoice = ({ wanted, counts, onChange }: PartsProps) => {
  const texts = profitTexts.use().statement
  return (
    <section aria-label={texts.parts}>
      <h3 className={styles.label}>{texts.parts}</h3>
      <div className={styles.parts}>
        {parts.map((part) => (
          <Checkbox
            key={part}
            checked={wanted.includes(part)}
            onChange={(on) => onChange(parts.filter((each) => (each === part ? on : wanted.includes(each))))}
          >
            {texts.partNames[part]}
            {counts === undefined ? null : (
              <small className={styles.count}>{texts.counts[part](counts)}</small>
            )}
          </Checkbox>
        ))}
      </div>
    </section>
  )
}

const Signed = ({ made }: { readonly made: Statement | undefined }) => {
  const texts = profitTexts.use().statement
  const { copy } = shellTexts.use()
  return (
    <Evidence title={texts.signed} verdict={texts.signedAside}>
      <p className={styles.sentence}>{texts.signedText}</p>
      {made === undefined ? null : (
        <>
          <p className={styles.small}>{texts.hash}</p>
          <Hash text={short(made.sha256)} full={made.sha256} copy={copy} />
          <p className={styles.small}>{texts.signature}</p>
          <Hash text={short(made.signature)} full={made.signature} copy={copy} />
        </>
      )}
    </Evidence>
  )
}

const short = (text: string): string => `${text.slice(0, 8)} … ${text.slice(-8)}`
