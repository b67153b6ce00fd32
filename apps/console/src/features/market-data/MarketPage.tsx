import { formatMoney } from '@fairlot/money'
import { cx, Empty, Icon, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { StateChips } from '#kit/list/StateChips.tsx'
import { OpenProposal } from '#kit/proposal/OpenProposal.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText, formatWait } from '#shell/format.ts'
import { TopAside } from '#shell/Frame.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { HaltPopup } from './HaltPopup.tsx'
import {
  type Control,
  type Filter,
  filters,
  inOrder,
  passes,
  type Security,
  standingOf,
} from './securities.ts'
import { SecurityPane } from './SecurityPane.tsx'
import { SessionLine } from './SessionLine.tsx'
import { marketTexts } from './texts/index.ts'
import type { MarketTexts } from './texts/tw.ts'
import styles from './Market.module.css'

const REFRESH_MS = 5_000

/** Shows the session and every halt with its reason. An operator proposes a halt or a resumption here. */
export function MarketPage() {
  const read = useRead('/market/control', {}, { every: REFRESH_MS, keep: true })
  return <Answered read={read}>{(control) => <Market control={control} />}</Answered>
}

function Market({ control }: { readonly control: Control }) {
  const texts = marketTexts.use()
  const language = useLanguage()
  const address = useAddress()
  const [search, setSearch] = useState('')
  const filter: Filter = filters.find((name) => name === address.get('show')) ?? 'all'
  const rows = inOrder(control.securities).filter((row) => passes(row, filter, search))
  const here = control.securities.find(({ symbol }) => symbol === address.get('symbol'))
  const counts = Object.fromEntries(
    filters.map((name) => [name, control.securities.filter((row) => passes(row, name, '')).length]),
  )
  const nameOf = (row: Security) => (language === 'tw' ? row.nameTw : row.nameEn)
  return (
    <ConsolePage
      tabs={
        <>
          <SessionLine control={control} />
          {control.proposal === null ? null : (
            <div className={styles.whole}>
              <OpenProposal kind={control.proposal.kind} proposal={control.proposal} />
            </div>
          )}
        </>
      }
      filters={
        <>
          <StateChips
            label={texts.filter.label}
            states={filters}
            value={filter}
            names={texts.filter}
            counts={counts}
            onPick={(name) => address.turn({ show: name })}
          />
          <input
            type="search"
            className={styles.find}
            aria-label={texts.find}
            placeholder={texts.find}
            maxLength={20}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </>
      }
      onClose={() => address.turn({ symbol: null })}
      pane={
        here && {
          label: texts.pane.label,
          close: texts.pane.close,
          body: <SecurityPane key={here.symbol} security={here} isWholeHalted={control.halt !== null} />,
        }
      }
    >
      <WholeMarket control={control} />
      <ConsoleTable<Security>
        label={texts.columns.stock}
        rows={rows}
        keyOf={({ symbol }) => symbol}
        here={here?.symbol}
        onOpen={({ symbol }) => address.turn({ symbol })}
        name={{ title: texts.columns.stock, plain: true, of: (row) => `${nameOf(row)} ${row.symbol}` }}
        columns={columnsOf(texts, control.now, language)}
        empty={<Empty nothing={texts.empty} text={texts.emptyText} icon="search" />}
      />
      <Safeguards securities={control.securities} />
    </ConsolePage>
  )
}

/** Says whether the market trades. The button proposes to halt or resume the whole market. */
function WholeMarket({ control }: { readonly control: Control }) {
  const texts = marketTexts.use()
  const me = useMe()
  const [isProposing, setProposing] = useState(false)
  const isHalted = control.halt !== null
  const halted = control.securities.filter(({ state }) => state === 'halted').length
  return (
    <>
      <TopAside>
        <span className={cx(styles.stands, isHalted && styles.stopped)}>
          {isHalted
            ? texts.haltedWhole
            : control.phase === 'closed'
              ? texts.closed(halted)
              : texts.stands(halted)}
        </span>
        {mayDo(me, 'propose-market') && control.proposal === null ? (
          <ConsoleButton small kind={isHalted ? 'primary' : 'danger'} onPress={() => setProposing(true)}>
            {isHalted ? texts.resumeWhole : texts.haltWhole}
          </ConsoleButton>
        ) : null}
      </TopAside>
      {isProposing ? (
        <HaltPopup
          symbol={null}
          name={texts.form.whole}
          isResume={isHalted}
          onClose={() => setProposing(false)}
        />
      ) : null}
    </>
  )
}

/** Lists what the exchange does by rule, without an operator, and how many securities it affects now. */
function Safeguards({ securities }: Pick<Control, 'securities'>) {
  const texts = marketTexts.use().safeguards
  const count = (wanted: (row: Security) => boolean) => texts.now(securities.filter(wanted).length)
  return (
    <section className={styles.safeguards}>
      <h2>
        {texts.title}
        <small>{texts.aside}</small>
      </h2>
      <ul>
        <Safeguard
          text={texts.limit}
          value={count((row) => standingOf(row) === 'upper' || standingOf(row) === 'lower')}
        />
        <Safeguard
          text={texts.volatility}
          value={count(({ state, reason }) => state === 'paused' && reason === 'volatility')}
        />
      </ul>
    </section>
  )
}

const columnsOf = (
  texts: MarketTexts,
  now: number,
  language: 'tw' | 'en',
): readonly ConsoleColumn<Security>[] => [
  {
    key: 'last',
    title: texts.columns.last,
    right: true,
    cell: ({ last }) => (last === null ? texts.none : formatMoney(BigInt(last))),
  },
  { key: 'state', title: texts.columns.state, cell: (row) => <SecurityState row={row} /> },
  { key: 'text', title: texts.columns.text, wide: true, cell: (row) => <StateNote row={row} now={now} /> },
  {
    key: 'who',
    title: texts.columns.who,
    wide: true,
    cell: (row) =>
      row.halt !== null
        ? row.halt.by.join(language === 'tw' ? '、' : ', ')
        : row.state === 'paused'
          ? texts.rule
          : texts.none,
  },
]

const Safeguard = ({ text, value }: { readonly text: string; readonly value: string }) => (
  <li>
    <Icon name="check" size={1} weight={2} />
    <span>{text}</span>
    <span className="num">{value}</span>
  </li>
)

function SecurityState({ row }: { readonly row: Security }) {
  const { states } = marketTexts.use()
  const standing = standingOf(row)
  return (
    <StatusChip tone={standing === 'halted' || standing === 'paused' ? 'warn' : 'neutral'}>
      {states[standing]}
    </StatusChip>
  )
}

function StateNote({ row, now }: { readonly row: Security; readonly now: number }) {
  const texts = marketTexts.use()
  const language = useLanguage()
  if (row.halt !== null) return texts.since(momentText(row.halt.haltedAt), texts.reasons[row.halt.reason])
  if (row.state === 'halted') return reasonOf(row.reason, texts.reasons)
  if (row.state === 'paused') {
    const reason = texts.pauses[row.reason ?? ''] ?? texts.states.paused
    return row.until === null
      ? reason
      : texts.pausedFor(reason, formatWait(Math.ceil(Math.max(0, row.until - now) / 60_000), language))
  }
  return texts.phases[row.state]
}

const reasonOf = (reason: string | null, reasons: Readonly<Record<string, string>>): string =>
  reasons[reason ?? ''] ?? reason ?? '—'
