// Every rule of the platform: its value as text, its reason, its bounds, and its history.

import type { DataOf } from '@fairlot/contract'
import { ruleText } from '@fairlot/rules/site'
import { Card, Chip, Chips, Empty, Icon, Note, Section } from '@fairlot/ui'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatDate } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'

import { rulesTexts } from './texts/index.ts'
import type { RulesTexts } from './texts/tw.ts'
import styles from './RulesView.module.css'

type Book = DataOf<'/site/rules'>
type BookedRule = Book['rules'][number]

const ALL = 'all'

export const RulesView = () => {
  const read = useRead('/site/rules', {}, { staleTime: 60_000 })
  return (
    <RouteScreen>
      <Answered read={read}>{(book) => <Book book={book} />}</Answered>
    </RouteScreen>
  )
}

const stopTextOf = (rule: BookedRule, texts: RulesTexts) => ({
  title: texts.titles[rule.rule] ?? rule.rule,
  reason: texts.reasonOf(rule.rule, rule.reason),
})

const Book = ({ book }: { readonly book: Book }) => {
  const texts = rulesTexts.use()
  const { nothing } = shellTexts.use()
  // A refusal names its rule and links here with it.
  const asked = useSearch().get('rule') ?? ''
  const [query, setQuery] = useState(asked)
  const [chapter, setChapter] = useState(ALL)
  const wanted = query.trim().toLowerCase()
  const found = book.rules.filter((rule) => {
    const { title, reason } = stopTextOf(rule, texts)
    return `${title} ${reason} ${rule.rule}`.toLowerCase().includes(wanted)
  })
  const chapters = [...new Set(book.rules.map(({ feature }) => feature))]
  const shown = chapters.filter(
    (feature) => (chapter === ALL || chapter === feature) && found.some((rule) => rule.feature === feature),
  )
  return (
    <>
      <Announced book={book} />
      <SearchField value={query} onChange={setQuery} />
      <div className={styles.chapters}>
        <Chips label={texts.chapters}>
          <Chip selected={chapter === ALL} onPress={() => setChapter(ALL)}>
            {texts.all(book.rules.length)}
          </Chip>
          {chapters.map((feature) => (
            <Chip key={feature} selected={chapter === feature} onPress={() => setChapter(feature)}>
              {texts.chapterNames[feature] ?? texts.otherChapter}
            </Chip>
          ))}
        </Chips>
      </div>
      {shown.length === 0 ? (
        <Empty nothing={nothing} text={texts.none(query.trim())} icon="search" />
      ) : (
        shown.map((feature) => (
          <Section key={feature} title={texts.chapterNames[feature] ?? texts.otherChapter} small>
            <Card as="ul" rows>
              {found
                .filter((rule) => rule.feature === feature)
                .map((rule) => (
                  <li key={rule.rule}>
                    <RuleRow rule={rule} open={rule.rule === asked} />
                  </li>
                ))}
            </Card>
          </Section>
        ))
      )}
      <p className={styles.foot}>
        {texts.foot} <span className="mono">{book.version.slice(0, 8)}</span>
      </p>
    </>
  )
}

interface SearchFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

const SearchField = ({ value, onChange }: SearchFieldProps) => {
  const texts = rulesTexts.use()
  return (
    <div className={styles.search} role="search">
      <Icon name="search" size={1.25} className={styles.glass} />
      <input
        type="search"
        className={styles.input}
        aria-label={texts.search}
        placeholder={texts.placeholder}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value === '' ? null : (
        <button type="button" className={styles.clear} aria-label={texts.clear} onClick={() => onChange('')}>
          <Icon name="close" size={1.125} />
        </button>
      )}
    </div>
  )
}

/** Coming changes come before the rules in force: a member must not learn of them from a refusal. */
const Announced = ({ book }: { readonly book: Book }) => {
  const texts = rulesTexts.use()
  const now = new Date().toISOString()
  return book.rules.flatMap((rule) =>
    rule.history
      .filter(({ holdsFrom, stoppedAt }) => holdsFrom > now && stoppedAt === null)
      .map((change) => (
        <Note key={`${rule.rule} ${change.holdsFrom}`} tone="warn" icon="clock" className={styles.announced}>
          <b className={styles.change}>{texts.announced.title(formatDate(change.holdsFrom))}</b>
          {texts.announced.text(
            stopTextOf(rule, texts).title,
            ruleText(rule.value, rule.unit, texts.units),
            ruleText(change.value, rule.unit, texts.units),
          )}
        </Note>
      )),
  )
}

const RuleRow = ({ rule, open: wasAsked }: { readonly rule: BookedRule; readonly open: boolean }) => {
  const texts = rulesTexts.use()
  const [open, setOpen] = useState(wasAsked)
  const { title, reason } = stopTextOf(rule, texts)
  const textOf = (value: number) => ruleText(value, rule.unit, texts.units)
  return (
    <>
      <button type="button" className={styles.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.texts}>
          <span className={styles.title}>{title}</span>
          <span className={styles.id}>{rule.rule}</span>
        </span>
        <span className={styles.value}>{textOf(rule.value)}</span>
      </button>
      {open ? (
        <div className={styles.more}>
          <p>
            <b>{texts.why}</b>
            {reason}
          </p>
          <p>
            <b>{texts.bounds}</b>
            {rule.min === rule.max
              ? texts.fixed(textOf(rule.min))
              : texts.range(textOf(rule.min), textOf(rule.max))}
          </p>
          <p>
            <b>{texts.history}</b>
            {rule.history.length === 0
              ? texts.never
              : rule.history
                  .map((change) =>
                    change.stoppedAt === null
                      ? texts.changed(
                          formatDate(change.holdsFrom),
                          textOf(change.value),
                          texts.reasonOfChange(change),
                        )
                      : texts.stopped(
                          formatDate(change.holdsFrom),
                          textOf(change.value),
                          formatDate(change.stoppedAt),
                        ),
                  )
                  .join(' ')}
          </p>
        </div>
      ) : null}
    </>
  )
}
