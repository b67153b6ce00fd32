// Loans, repayments and limit increases by year, with what was borrowed, repaid and is still owed.

import {
  Card,
  Empty,
  Icon,
  IconButton,
  type IconName,
  KeyValues,
  LinkButton,
  Note,
  Section,
  Segments,
  StatusChip,
} from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { creditEndReasons, creditRecordKinds, type CreditRecordKind } from '@fairlot/contract/credit/states'
import { formatMoney } from '@fairlot/money'
import { Suspense, useState } from 'react'
import { StatementSheet } from '#features/positions'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { formatDate, useMoment } from '#shell/format.ts'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { creditTexts } from './texts/index.ts'
import { cash, hubPath, rateText, shortDay, useCreditChanges } from './use-credit.ts'
import styles from './Credit.module.css'

type Page = DataOf<'/credit/records'>
type Record = Page['records'][number]

export const RecordsScreen = () => {
  const { list: texts, borrow } = creditTexts.use()
  const { nothing } = shellTexts.use()
  const asked = useSearch().get('kind')
  const setSearch = useSetSearch()
  const kind: CreditRecordKind | undefined = creditRecordKinds.find((one) => one === asked)
  const read = usePaged('/credit/records', kind === undefined ? {} : { kind })
  const [isExporting, setExporting] = useState(false)
  useCreditChanges()
  return (
    <RouteScreen
      trailing={
        <IconButton name="download" size={1.375} label={texts.statement} onPress={() => setExporting(true)} />
      }
    >
      <div className={styles.cards}>
        <Segments
          label={texts.filter}
          value={kind ?? 'all'}
          onChange={(value) => setSearch('kind', value === 'all' ? '' : value)}
          items={[
            { value: 'all', label: texts.all },
            ...creditRecordKinds.map((value) => ({ value, label: texts.kinds[value] })),
          ]}
        />
        <Answered read={read}>
          {(pages) => {
            const records = pages.flatMap((page) => page.records)
            const first = pages[0]
            if (first === undefined || records.length === 0)
              return (
                <Empty
                  nothing={nothing}
                  text={texts.none}
                  icon="loan"
                  action={<LinkButton href={hubPath}>{borrow}</LinkButton>}
                />
              )
            return (
              <div className={styles.cards}>
                <Sums page={first} />
                {byYear(records).map(([year, rows]) => (
                  <Section key={year} title={year} small className={styles.group}>
                    <Card as="ul" rows>
                      {rows.map((record) => (
                        <li key={record.recordId}>
                          <RecordRow record={record} />
                        </li>
                      ))}
                    </Card>
                  </Section>
                ))}
                <MoreButton read={read}>{texts.older}</MoreButton>
                <Note>{texts.rule}</Note>
              </div>
            )
          }}
        </Answered>
      </div>
      <Suspense>{isExporting ? <StatementSheet onClose={() => setExporting(false)} /> : null}</Suspense>
    </RouteScreen>
  )
}

const byYear = (records: readonly Record[]): readonly (readonly [string, readonly Record[]])[] => {
  const years = new Map<string, Record[]>()
  for (const record of records) {
    const year = formatDate(record.at).slice(0, 4)
    years.set(year, [...(years.get(year) ?? []), record])
  }
  return [...years]
}

const Sums = ({ page }: { readonly page: Page }) => {
  const texts = creditTexts.use().list
  const hidden = useHideAmounts()
  const amount = (text: string): string => (hidden ? '••••' : text)
  const withInterest = (label: string, interest: string) => (
    <>
      {label} <span className={styles.small}>{texts.with(amount(formatMoney(interest)))}</span>
    </>
  )
  return (
    <Card as="section" className={styles.card}>
      <KeyValues
        items={[
          { key: 'lent', label: texts.lent, value: amount(formatMoney(page.lent)) },
          {
            key: 'repaid',
            label: withInterest(texts.repaid, page.interestPaid),
            value: amount(formatMoney(page.repaid)),
          },
          {
            key: 'owed',
            label: withInterest(texts.owed, page.interest),
            value: amount(cash(page.owed)),
            sum: true,
          },
        ]}
      />
    </Card>
  )
}

const tones = {
  pending: 'warn',
  passed: 'neutral',
  rejected: 'crit',
  running: 'brand',
  repaid: 'neutral',
  'by-sale': 'warn',
} as const

const iconOf = ({ kind, state }: Record): IconName =>
  state === 'rejected' ? 'close' : kind === 'loan' ? 'deposit' : kind === 'repayment' ? 'withdraw' : 'plus'

const RecordRow = ({ record }: { readonly record: Record }) => {
  const { list: texts } = creditTexts.use()
  const hidden = useHideAmounts()
  const { kind, state } = record
  const sign = kind === 'repayment' ? '−' : state === 'rejected' || state === 'pending' ? '' : '+'
  const amount = `${sign}${formatMoney(state === 'rejected' ? 0n : record.amount)}`
  const chip = kind === 'repayment' && state === 'repaid' && record.left !== '0' ? 'paid' : state
  return (
    <div className={styles.record}>
      <span className={styles.tile}>
        <Icon name={iconOf(record)} />
      </span>
      <span>
        <b>
          {kind === 'loan' && state !== 'running' && state !== 'repaid' ? texts.request : texts.names[kind]}{' '}
          {record.reason === 'cancelled' ? (
            <StatusChip>{texts.cancelled}</StatusChip>
          ) : (
            <StatusChip tone={tones[state]}>{texts.states[chip]}</StatusChip>
          )}
        </b>
        <small>
          <Caption record={record} />
        </small>
      </span>
      <span className={styles.end}>
        <span className="num">{hidden ? '••••' : amount}</span>
        <small>
          <Aside record={record} />
        </small>
      </span>
    </div>
  )
}

const Caption = ({ record }: { readonly record: Record }) => {
  const { list: texts, reasons } = creditTexts.use()
  const moment = useMoment()
  const day = shortDay(formatDate(record.at).replaceAll('/', '-'))
  if (record.promisedAt !== null)
    return (
      <>
        <span className={styles.clause}>{texts.sent(moment(record.at))}</span>{' '}
        <span className={styles.clause}>{texts.answerBy(moment(record.promisedAt))}</span>
      </>
    )
  const reason = creditEndReasons.find((one) => one === record.reason)
  if (reason !== undefined) return `${day} · ${reasons[reason]}`
  if (record.kind === 'loan' && record.termDays !== null && record.aprPpm !== null)
    return texts.terms(day, record.termDays, rateText(record.aprPpm))
  return record.lateDays > 0 ? texts.late(day, record.lateDays) : day
}

const Aside = ({ record }: { readonly record: Record }) => {
  const { list: texts } = creditTexts.use()
  const hidden = useHideAmounts()
  if (record.state === 'rejected' && record.kind === 'loan') return texts.notLent
  if (record.kind === 'repayment' && record.left !== null)
    return texts.left(hidden ? '••••' : formatMoney(record.left))
  return record.kind === 'loan' && record.dueOn !== null ? texts.due(shortDay(record.dueOn)) : null
}
