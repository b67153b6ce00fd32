import { Chip, Chips, Empty, StatusChip } from '@fairlot/ui'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable, type ConsoleTableName } from '#kit/ConsoleTable.tsx'
import { SearchBox } from '#kit/filter/SearchBox.tsx'
import { useAddress } from '#kit/use-address.ts'
import { useNow } from '#kit/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { RulePane } from './RulePane.tsx'
import { announcedOf, chapters, dayText, heldOf, type Row, rowsOf, settingText, valueText } from './rows.ts'
import { SettingPane } from './SettingPane.tsx'
import { rulesTexts } from './texts/index.ts'
import type { RulesTexts } from './texts/tw.ts'
import styles from './Rules.module.css'

type Book = ConsoleDataOf<'/site/ruleBook'>
type Site = ConsoleDataOf<'/site/siteConfig'>

const EVERY_MS = 15_000

/** Every rule and setting: its current value, coming changes, and history. */
export function RulesPage() {
  const book = useRead('/site/ruleBook', {}, { every: EVERY_MS })
  const site = useRead('/site/siteConfig', {}, { every: EVERY_MS })
  return (
    <Answered read={book}>
      {(rules) => <Answered read={site}>{(pairs) => <Rules book={rules} site={pairs} />}</Answered>}
    </Answered>
  )
}

function Rules({ book, site }: { readonly book: Book; readonly site: Site }) {
  const texts = rulesTexts.use()
  const address = useAddress()
  const now = useNow()
  const rows = rowsOf(book.rules, site.pairs)
  const chapter = chapters.find((name) => name === address.get('chapter')) ?? null
  const asked = address.get('text') ?? ''
  const shown = rows.filter(
    (row) => (chapter === null || row.chapter === chapter) && matches(row, asked.trim().toLowerCase(), texts),
  )
  const here = rows.find(({ key }) => key === address.get('rule'))
  const countOf = (name: string) => rows.filter((row) => row.chapter === name).length
  return (
    <ConsolePage
      filters={
        <>
          <Chips label={texts.chapters}>
            <Chip selected={chapter === null} onPress={() => address.turn({ chapter: null })}>
              {texts.all(rows.length)}
            </Chip>
            {chapters.map((name) => (
              <Chip
                key={name}
                selected={chapter === name}
                onPress={() => address.turn({ chapter: name, rule: null })}
              >
                {texts.chapterNames[name]} {countOf(name)}
              </Chip>
            ))}
          </Chips>
          <SearchBox
            live
            hint={texts.search}
            value={asked}
            onSearch={(text) => address.turn({ text: text === '' ? null : text })}
          />
          <span>{texts.hint}</span>
        </>
      }
      onClose={() => address.turn({ rule: null })}
      pane={
        here && {
          label: texts.pane.label,
          close: texts.pane.close,
          body:
            here.kind === 'rule' ? (
              <RulePane key={here.key} rule={here.rule} noticeDays={book.noticeDays} />
            ) : (
              <SettingPane key={here.key} setting={here.setting} site={site} />
            ),
        }
      }
    >
      <TopAside>
        <ConsoleButton small kind="outline" onPress={() => save(book, site)}>
          {texts.version} <span className="mono">{book.version.slice(0, 8)}</span>
        </ConsoleButton>
      </TopAside>
      <ConsoleTable<Row>
        label={texts.label}
        rows={shown}
        keyOf={({ key }) => key}
        here={here?.key}
        onOpen={({ key }) => address.turn({ rule: key })}
        name={nameOf(texts)}
        columns={columnsOf(texts, now)}
        empty={<Empty nothing={texts.noneFound} text={texts.noneFoundText} icon="search" />}
      />
    </ConsolePage>
  )
}

/** By key, or a part of the name. */
const matches = (row: Row, lower: string, texts: RulesTexts): boolean =>
  lower === '' || [row.key, nameOf(texts).of(row)].some((part) => part.toLowerCase().includes(lower))

const nameOf = (texts: RulesTexts): ConsoleTableName<Row> => ({
  title: texts.columns.rule,
  plain: true,
  of: (row) =>
    row.kind === 'rule'
      ? (texts.titles[row.key] ?? row.key)
      : (texts.settings[row.setting.name] ?? row.setting.name),
  sub: (row) => <span className="mono">{row.key}</span>,
})

const columnsOf = (texts: RulesTexts, now: Date): readonly ConsoleColumn<Row>[] => [
  {
    key: 'now',
    title: texts.columns.now,
    right: true,
    cell: (row) => (
      <b className={styles.value}>
        {row.kind === 'rule'
          ? valueText(row.rule, row.rule.value, texts)
          : settingText(row.setting.name, row.setting.value, texts)}
      </b>
    ),
  },
  { key: 'waiting', title: texts.columns.waiting, cell: (row) => <Waiting row={row} now={now} /> },
  {
    key: 'changed',
    title: texts.columns.changed,
    wide: true,
    cell: (row) => changedText(row, now, texts.never),
  },
]

function Waiting({ row, now }: { readonly row: Row; readonly now: Date }) {
  const texts = rulesTexts.use()
  const proposal = row.kind === 'rule' ? row.rule.proposal : row.setting.proposal
  const announced = row.kind === 'rule' ? announcedOf(row.rule, now) : undefined
  if (proposal === null && announced === undefined) return texts.none
  return (
    <span className={styles.waiting}>
      {announced === undefined || row.kind !== 'rule' ? null : (
        <StatusChip tone="brand">
          {texts.waiting.from(
            dayText(announced.holdsFrom).slice(5),
            valueText(row.rule, announced.value, texts),
          )}
        </StatusChip>
      )}
      {proposal === null ? null : <StatusChip tone="warn">{texts.waiting.second}</StatusChip>}
    </span>
  )
}

function changedText(row: Row, now: Date, never: string): string {
  const last = row.kind === 'rule' ? heldOf(row.rule, now)[0]?.holdsFrom : row.setting.history[0]?.changedAt
  return last === undefined ? never : dayText(last)
}

/** Saves the current rule book as a file, to keep with what was agreed. */
function save(book: Book, site: Site): void {
  const text = JSON.stringify(
    {
      version: book.version,
      profile: book.profile,
      rules: Object.fromEntries(book.rules.map(({ rule, value }) => [rule, value])),
      site: Object.fromEntries(site.pairs.map(({ name, value }) => [name, value])),
    },
    null,
    2,
  )
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `rules-${book.version.slice(0, 8)}.json`
  link.click()
  URL.revokeObjectURL(url)
}
