import { bankLineStates } from '@fairlot/contract/bank-statements/states'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { cx, Empty, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { Moment } from '#kit/Moment.tsx'
import { DepositTabs } from '#features/deposits'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { StateChips } from '#kit/list/StateChips.tsx'
import { moneyText } from '#kit/money-text.ts'
import { useAddress } from '#kit/use-address.ts'
import { useNow } from '#kit/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatWait, minutesBetween } from '#shell/format.ts'
import { TopAside } from '#shell/Frame.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { ImportPopup } from '../statements/ImportPopup.tsx'
import { statementsTexts } from '../statements/texts/index.ts'
import { type BankLine, BankLinePane } from './BankLinePane.tsx'
import styles from './BankLines.module.css'
import { saveLines, saveTemplate } from './download.ts'
import { LineSums } from './LineSums.tsx'
import { bankLinesTexts } from './texts/index.ts'

/** The bank's lines, by their state. */
export function BankLinesPage() {
  const texts = bankLinesTexts.use()
  const address = useAddress()
  const me = useMe()
  const [isImporting, setImporting] = useState(false)
  const state = bankLineStates.find((each) => each === address.get('state')) ?? 'open'
  const account = address.get('account')
  const id = address.get('line')
  const read = useRead('/deposits/bankLines', account === null ? { state } : { state, account }, {
    every: 5_000,
    keep: true,
  })
  const columns = useColumns(state === 'matched' || state === 'returned')
  return (
    <ConsolePage
      tabs={<DepositTabs here="/deposits/lines" />}
      filters={
        <>
          <StateChips
            label={texts.filter}
            states={bankLineStates}
            value={state}
            names={texts.states}
            counts={read.data?.counts ?? {}}
            onPick={(each) => address.turn({ state: each, line: null })}
          />
          <Tools
            data={read.data}
            account={account}
            onAccount={(next) => address.turn({ account: next, line: null })}
            onSave={() => saveLines(`bank-lines-${state}`, read.data?.lines ?? [])}
          />
        </>
      }
      pane={
        id === null
          ? undefined
          : {
              label: texts.pane.label,
              close: texts.pane.close,
              body: <BankLinePane key={id} lineId={id} />,
            }
      }
      onClose={() => address.turn({ line: null })}
    >
      {mayDo(me, 'propose-funds') ? <Import onPress={() => setImporting(true)} /> : null}
      <Answered read={read}>
        {(data) => (
          <>
            <ConsoleTable
              label={texts.list.label}
              rows={data.lines}
              columns={columns}
              keyOf={({ lineId }) => lineId}
              name={{ title: texts.list.number, of: ({ bankNumber }) => bankNumber }}
              here={id}
              onOpen={({ lineId }) => address.turn({ line: lineId })}
              empty={<Empty nothing={texts.list.empty} text={texts.list.emptyText} icon="bank" />}
            />
            <LineSums data={data} />
          </>
        )}
      </Answered>
      {isImporting ? <ImportPopup onClose={() => setImporting(false)} /> : null}
    </ConsolePage>
  )
}

interface ToolsProps {
  readonly data: ConsoleDataOf<'/deposits/bankLines'> | undefined
  readonly account: string | null
  readonly onAccount: (account: string | null) => void
  readonly onSave: () => void
}

function Tools({ data, account, onAccount, onSave }: ToolsProps) {
  const texts = bankLinesTexts.use()
  const language = useLanguage()
  return (
    <span className={styles.tools}>
      <select
        className={styles.select}
        aria-label={texts.channel}
        value={account ?? ''}
        onChange={(event) => onAccount(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{texts.allChannels}</option>
        {(data?.accounts ?? []).map((each) => (
          <option key={each.account} value={each.account}>
            {each.channel?.[language] ?? each.account}
          </option>
        ))}
      </select>
      <ConsoleButton small kind="outline" onPress={onSave}>
        {texts.csv}
      </ConsoleButton>
      <ConsoleButton small kind="outline" onPress={saveTemplate}>
        {texts.template}
      </ConsoleButton>
    </span>
  )
}

function Import({ onPress }: { readonly onPress: () => void }) {
  const texts = statementsTexts.use()
  return (
    <TopAside>
      <ConsoleButton small onPress={onPress}>
        {texts.import}
      </ConsoleButton>
    </TopAside>
  )
}

const useColumns = (isHandled: boolean): readonly ConsoleColumn<BankLine>[] => {
  const all = bankLinesTexts.use()
  const texts = all.list
  const { comma } = shellTexts.use()
  const language = useLanguage()
  const now = useNow()
  return [
    { key: 'time', title: texts.time, cell: ({ bookedAt }) => <Moment at={bookedAt} /> },
    {
      key: 'channel',
      title: texts.channel,
      wide: true,
      cell: ({ channel, account }) => channel?.[language] ?? account,
    },
    {
      key: 'reference',
      title: texts.reference,
      cell: ({ reference }) => (reference === '' ? texts.blank : reference),
    },
    {
      key: 'from',
      title: texts.from,
      wide: true,
      cell: ({ ending }) => (ending === '' ? '—' : `•••• ${ending.slice(-4)}`),
    },
    {
      key: 'amount',
      title: texts.amount,
      right: true,
      cell: ({ amount, currency }) => moneyText(amount, currency),
    },
    isHandled
      ? {
          key: 'result',
          title: texts.result,
          cell: ({ owner, handledBy }) => (
            <>
              {owner === null ? all.states.returned : `${all.targets[owner.kind]} ${owner.number ?? ''}`}
              <small>{handledBy.length === 0 ? all.system : handledBy.join(comma)}</small>
            </>
          ),
        }
      : {
          key: 'age',
          title: texts.age,
          cell: ({ bookedAt, proposal }) =>
            proposal === null ? (
              <span className={cx('num', minutesBetween(bookedAt, now) > 1_440 && styles.old)}>
                {formatWait(minutesBetween(bookedAt, now), language)}
              </span>
            ) : (
              <StatusChip tone="warn">{proposal.number}</StatusChip>
            ),
        },
  ]
}
