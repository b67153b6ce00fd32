// The fund record: changes of the member's own cash, day by day, each row down to its ledger lines.

import { Card, Empty, Icon, IconButton, Link, LinkButton, Section, TabStrip } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { taipeiDate } from '@fairlot/rules/calendar'
import { Suspense, useState } from 'react'
import { shortNameIn, useNamedRows } from '#features/market-data'
import { StatementSheet } from '#features/positions'
import { setHideAmounts, useHideAmounts } from '#shell/appearance.ts'
import { Answered } from '#shell/Answered.tsx'
import { useDay } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { fundsTexts } from '../texts/index.ts'
import { byDay } from './by-day.ts'
import { Deposits, Older, Withdrawals } from './Requests.tsx'
import { RecordRow } from './RecordRow.tsx'
import { useOwnRecords } from './use-own-records.ts'
import styles from './FundingDetails.module.css'

const tabs = ['all', 'transaction', 'stored-value', 'withdrawal'] as const
type Tab = (typeof tabs)[number]
type Month = NonNullable<DataOf<'/funds/records'>['month']>

const PANEL = 'records-panel'
const isTab = (name: string | null): name is Tab => tabs.some((tab) => tab === name)

export const FundingDetailsScreen = () => {
  const texts = fundsTexts.use().record
  const shell = shellTexts.use()
  const day = useDay()
  const asked = useSearch().get('tab')
  const setSearch = useSetSearch()
  const tab: Tab = isTab(asked) ? asked : 'all'
  const read = usePaged('/funds/records', { tab })
  useOwnRecords()
  const language = useLanguage()
  const symbols = (read.data ?? []).flatMap((page) => page.records).flatMap(({ symbol }) => symbol ?? [])
  const names = useNamedRows(symbols)
  const nameOf = (symbol: string | null): string | undefined => {
    const row = symbol === null ? undefined : names.get(symbol)
    return row && shortNameIn(language, row)
  }
  const [today] = useState(() => taipeiDate(Date.now()))
  const [exporting, setExporting] = useState(false)
  return (
    <RouteScreen
      trailing={
        <>
          <IconButton
            name="download"
            size={1.375}
            label={texts.statement}
            onPress={() => setExporting(true)}
          />
          <Eye />
        </>
      }
    >
      <MonthCard month={read.data?.[0]?.month ?? null} />
      <TabStrip
        label={texts.tabs.label}
        value={tab}
        onChange={(next) => setSearch('tab', next)}
        items={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`} className={styles.panel}>
        {tab === 'stored-value' ? (
          <Deposits grants={read} />
        ) : tab === 'withdrawal' ? (
          <Withdrawals />
        ) : (
          <Answered read={read}>
            {(pages) => {
              const records = pages.flatMap((page) => page.records)
              return records.length === 0 ? (
                <Empty
                  nothing={shell.nothing}
                  text={texts.none[tab]}
                  icon="funds"
                  action={<LinkButton href="/market/market">{texts.market}</LinkButton>}
                />
              ) : (
                <>
                  {byDay(records).map(({ date, rows }) => (
                    <Section key={date} title={date === today ? texts.today : day(date)} small>
                      <Card as="ul" rows>
                        {rows.map((record) => (
                          <li key={record.entryId}>
                            <RecordRow record={record} name={nameOf(record.symbol)} />
                          </li>
                        ))}
                      </Card>
                    </Section>
                  ))}
                  <Older read={read} />
                </>
              )
            }}
          </Answered>
        )}
      </div>
      <Suspense>{exporting ? <StatementSheet onClose={() => setExporting(false)} /> : null}</Suspense>
    </RouteScreen>
  )
}

const Eye = () => {
  const texts = shellTexts.use()
  const hidden = useHideAmounts()
  return (
    <IconButton
      name={hidden ? 'eye-off' : 'eye'}
      size={1.375}
      label={hidden ? texts.showAmounts : texts.hideAmounts}
      onPress={() => setHideAmounts(!hidden)}
    />
  )
}

/** The month as a sum that can be checked by hand, and the way to check all of it. */
const MonthCard = ({ month }: { readonly month: Month | null }) => {
  const texts = fundsTexts.use().record
  const hidden = useHideAmounts()
  const amount = (text: string) => (hidden ? '••••' : text)
  const signed = (value: string) => amount(formatMoney(value, { plus: true }))
  return (
    <Card as="section" className={styles.month}>
      {month === null ? (
        <div className={styles.blank} />
      ) : (
        <dl className={styles.sums}>
          <Line label={texts.start(texts.months[Number(month.month.slice(5)) - 1] ?? '')}>
            {amount(formatMoney(month.start))}
          </Line>
          <Line label={texts.storedValue}>{signed(month.storedValue)}</Line>
          <Line label={texts.withdrawal}>{signed(month.withdrawal)}</Line>
          <Line label={texts.transaction}>{signed(month.transaction)}</Line>
          <div className={styles.now}>
            <dt>{texts.now}</dt>
            <dd>{amount(formatMoney(month.now))}</dd>
          </div>
        </dl>
      )}
      <Link href="/user/FundingDetails?view=proof" className={styles.proof}>
        <Icon name="shield-check" size={1.25} />
        <span>{texts.proof}</span>
        <Icon name="chevron" size={1.125} />
      </Link>
    </Card>
  )
}

const Line = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
