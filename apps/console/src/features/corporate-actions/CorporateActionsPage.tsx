import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatMoney, formatPrice } from '@fairlot/money'
import { Empty, Note, StatusChip } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { mayDo, useMe } from '#shell/session.ts'
import { cashText } from './cash.ts'
import { DividendPopup } from './DividendPopup.tsx'
import { corporateActionsTexts } from './texts/index.ts'
import styles from './CorporateActions.module.css'

type Published = ConsoleDataOf<'/corporate-actions/published'>
type Action = Published['actions'][number]

/** Dividends with what was booked, and proposals that wait. A row opens its review. */
export function CorporateActionsPage() {
  const texts = corporateActionsTexts.use()
  const { toReview } = useAddress()
  const mayPropose = mayDo(useMe(), 'propose-market')
  const read = useRead('/corporate-actions/published', {}, { every: 15_000 })
  const [adding, setAdding] = useState(false)
  const columns = useColumns()
  return (
    <ConsolePage>
      {mayPropose ? (
        <TopAside>
          <ConsoleButton small onPress={() => setAdding(true)}>
            {texts.add}
          </ConsoleButton>
        </TopAside>
      ) : null}
      <p className={styles.note}>{texts.note}</p>
      <Answered read={read}>
        {({ actions, proposals }) => (
          <>
            <Proposals proposals={proposals} />
            <ConsoleTable
              label={texts.label}
              rows={actions}
              keyOf={({ actionId }) => actionId}
              name={{ title: texts.symbol, of: ({ symbol }) => symbol }}
              onOpen={({ reviewId }) => toReview('corporate-actions', reviewId)}
              columns={columns}
              empty={<Empty nothing={texts.none} text={texts.noneText} icon="doc" />}
            />
          </>
        )}
      </Answered>
      {adding ? <DividendPopup onClose={() => setAdding(false)} /> : null}
    </ConsolePage>
  )
}

function Proposals({ proposals }: Pick<Published, 'proposals'>) {
  const texts = corporateActionsTexts.use()
  const { toReview } = useAddress()
  if (proposals.length === 0) return null
  return (
    <div className={styles.proposals}>
      {proposals.map(({ reviewId, number, by, symbol, cashMicros, exOn }) => (
        <Note key={reviewId} tone="warn">
          {symbol} {cashText(cashMicros)} · {exOn} · {texts.proposed} · {by}{' '}
          <ConsoleButton kind="text" small onPress={() => toReview('corporate-actions', reviewId)}>
            {number}
          </ConsoleButton>
        </Note>
      ))}
    </div>
  )
}

const tones = { announced: 'brand', ex: 'warn', paid: 'neutral' } as const
const priceOf = (price: number | null): string => (price === null ? '—' : formatPrice(BigInt(price)))

const useColumns = (): readonly ConsoleColumn<Action>[] => {
  const texts = corporateActionsTexts.use()
  const language = useLanguage()
  return [
    { key: 'name', title: texts.name, cell: ({ name }) => name[language] },
    { key: 'cash', title: texts.cash, right: true, cell: ({ cashMicros }) => cashText(cashMicros) },
    { key: 'ex', title: texts.exOn, cell: ({ exOn }) => exOn },
    { key: 'pays', title: texts.paysOn, cell: ({ paysOn }) => paysOn },
    {
      key: 'state',
      title: texts.state,
      cell: ({ state }) => <StatusChip tone={tones[state]}>{texts.states[state]}</StatusChip>,
    },
    {
      key: 'reference',
      title: texts.reference,
      right: true,
      cell: ({ close, reference }) => (close === null ? '—' : `${priceOf(close)} → ${priceOf(reference)}`),
    },
    {
      key: 'holders',
      title: texts.holders,
      right: true,
      cell: ({ holders }) => holders.toLocaleString('en-US'),
    },
    { key: 'gross', title: texts.gross, right: true, cell: ({ gross }) => formatMoney(gross) },
    { key: 'withheld', title: texts.withheld, right: true, cell: ({ withheld }) => formatMoney(withheld) },
    { key: 'owed', title: texts.owed, right: true, cell: ({ owed }) => formatMoney(owed) },
    { key: 'paid', title: texts.paid, right: true, cell: ({ paid }) => formatMoney(paid) },
  ]
}
