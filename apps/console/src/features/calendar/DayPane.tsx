import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { OpenProposal } from '#kit/proposal/OpenProposal.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { ClosurePopup } from './ClosurePopup.tsx'
import type { Day } from './day.ts'
import { calendarTexts } from './texts/index.ts'
import styles from './Calendar.module.css'

interface DayPaneProps {
  readonly day: Day
  readonly today: string
}

const shown = (date: string): string => date.replaceAll('-', '/')

export function DayPane({ day, today }: DayPaneProps) {
  const texts = calendarTexts.use()
  const { pane, kinds } = texts
  const language = useLanguage()
  const me = useMe()
  const [isProposing, setProposing] = useState(false)
  const { closure, proposal } = day
  const action = closure === null ? 'close' : 'open'
  const mayChange = closure === null ? !day.isWeekend : closure.byOperators
  const isAhead = day.date >= today
  const mayPropose = mayDo(me, 'propose-market')
  const kind =
    closure !== null
      ? closure.settlementOnly
        ? kinds.settles
        : kinds.closed
      : day.isWeekend
        ? kinds.weekend
        : kinds.open
  return (
    <>
      <DetailHead meta={kind} title={shown(day.date)} />
      {proposal === null ? null : (
        <div className={styles.note}>
          <OpenProposal kind="closure" proposal={proposal} />
        </div>
      )}
      <DetailPart title={pane.kind}>
        <Facts
          items={[
            ...(closure === null
              ? []
              : [
                  {
                    key: 'name',
                    label: pane.name,
                    value: language === 'tw' ? closure.nameTw : closure.nameEn,
                  },
                  {
                    key: 'source',
                    label: pane.source,
                    value: closure.byOperators ? pane.ours : pane.announced,
                  },
                ]),
            { key: 'settles', label: pane.settles, value: day.settles ? pane.yes : pane.no },
            {
              key: 'trade',
              label: pane.trade,
              value: day.settlesOn === null ? pane.noTrade : shown(day.settlesOn),
            },
          ]}
        />
      </DetailPart>
      {mayChange && isAhead ? <Moves date={day.date} action={action} /> : null}
      <DetailFoot>
        <span className={styles.foot}>{!isAhead ? pane.past : mayPropose ? pane.effect : pane.noRight}</span>
        {mayPropose && isAhead && mayChange && proposal === null ? (
          <ConsoleButton kind={action === 'close' ? 'danger' : 'primary'} onPress={() => setProposing(true)}>
            {action === 'close' ? pane.closeIt : pane.openIt}
          </ConsoleButton>
        ) : null}
      </DetailFoot>
      {isProposing ? (
        <ClosurePopup date={day.date} action={action} onClose={() => setProposing(false)} />
      ) : null}
    </>
  )
}

function Moves({ date, action }: { readonly date: string; readonly action: 'close' | 'open' }) {
  const { pane } = calendarTexts.use()
  const read = useRead('/calendar/effect', { date, action, settlementOnly: false })
  return (
    <DetailPart title={pane.moves}>
      <Answered read={read}>
        {({ moves, nextTradingDay }) => (
          <>
            {moves.length === 0 ? (
              <p className={styles.foot}>{pane.movesNone}</p>
            ) : (
              <table className={styles.moves}>
                <thead>
                  <tr>
                    {pane.head.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {moves.map(({ trade, before, after }) => (
                    <tr key={trade}>
                      <th scope="row">{shown(trade)}</th>
                      <td>{before === null ? pane.noTrade : shown(before)}</td>
                      <td className={styles.moved}>{after === null ? pane.noTrade : shown(after)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            <Facts items={[{ key: 'next', label: pane.next, value: shown(nextTradingDay) }]} />
            <p className={styles.foot}>{pane.dated}</p>
          </>
        )}
      </Answered>
    </DetailPart>
  )
}
