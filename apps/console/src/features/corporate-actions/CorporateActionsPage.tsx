import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatMoney, formatPrice } from '@fairlot/money'
import { Empty } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { PageNote } from '#kit/PageNote.tsx'
import { AddProposal } from '#kit/proposal/AddProposal.tsx'
import { WaitingProposals } from '#kit/proposal/WaitingProposals.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { type Dividend, DividendChip } from './DividendChip.tsx'
import { DividendDetail } from './DividendDetail.tsx'
import { DividendPopup } from './DividendPopup.tsx'
import { SplitPopup } from './SplitPopup.tsx'
import { termsText } from './terms.ts'
import { corporateActionsTexts } from './texts/index.ts'

type Published = ConsoleDataOf<'/corporate-actions/published'>

/** Dividends with what was booked, proposals that wait, and the details of one. */
export function CorporateActionsPage() {
  const texts = corporateActionsTexts.use()
  const address = useAddress()
  const read = useRead('/corporate-actions/published', {}, { every: 15_000 })
  const [adding, setAdding] = useState<'dividend' | 'split' | null>(null)
  const columns = useColumns()
  const dividend = read.data?.actions.find(({ actionId }) => actionId === address.get('id'))
  return (
    <ConsolePage
      pane={
        dividend === undefined
          ? undefined
          : {
              label: texts.detail.label,
              close: texts.detail.close,
              body: <DividendDetail key={dividend.actionId} dividend={dividend} />,
            }
      }
      onClose={() => address.turn({ id: null })}
    >
      <AddProposal onPress={() => setAdding('dividend')}>{texts.add}</AddProposal>
      <AddProposal onPress={() => setAdding('split')}>{texts.addSplit}</AddProposal>
      <PageNote>{texts.note}</PageNote>
      <Answered read={read}>
        {({ actions, proposals }) => (
          <>
            <Proposals proposals={proposals} />
            <ConsoleTable
              label={texts.label}
              rows={actions}
              keyOf={({ actionId }) => actionId}
              name={{ title: texts.symbol, of: ({ symbol }) => symbol }}
              here={dividend?.actionId}
              onOpen={({ actionId }) => address.turn({ id: actionId })}
              columns={columns}
              empty={<Empty nothing={texts.none} text={texts.noneText} icon="doc" />}
            />
          </>
        )}
      </Answered>
      {adding === 'dividend' ? <DividendPopup onClose={() => setAdding(null)} /> : null}
      {adding === 'split' ? <SplitPopup onClose={() => setAdding(null)} /> : null}
    </ConsolePage>
  )
}

function Proposals({ proposals }: Pick<Published, 'proposals'>) {
  const texts = corporateActionsTexts.use()
  return (
    <WaitingProposals
      kind="corporate-actions"
      proposals={proposals.map(({ reviewId, number, by, symbol, exOn, ...terms }) => ({
        reviewId,
        text: `${symbol} ${termsText(terms, texts)} · ${exOn} · ${texts.proposed} · ${by}`,
        link: number,
      }))}
    />
  )
}

const priceOf = (price: number | null): string => (price === null ? '—' : formatPrice(BigInt(price)))

const useColumns = (): readonly ConsoleColumn<Dividend>[] => {
  const texts = corporateActionsTexts.use()
  const language = useLanguage()
  return [
    { key: 'name', title: texts.name, cell: ({ name }) => name[language] },
    { key: 'cash', title: texts.cash, right: true, cell: (terms) => termsText(terms, texts) },
    { key: 'ex', title: texts.exOn, cell: ({ exOn }) => exOn },
    { key: 'pays', title: texts.paysOn, cell: ({ paysOn }) => paysOn },
    {
      key: 'state',
      title: texts.state,
      cell: (dividend) => <DividendChip dividend={dividend} />,
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
      wide: true,
      cell: ({ holders }) => holders.toLocaleString('en-US'),
    },
    {
      key: 'shares',
      title: texts.newShares,
      right: true,
      wide: true,
      cell: ({ newShares }) => newShares.toLocaleString('en-US'),
    },
    { key: 'gross', title: texts.gross, right: true, wide: true, cell: ({ gross }) => formatMoney(gross) },
    {
      key: 'withheld',
      title: texts.withheld,
      right: true,
      wide: true,
      cell: ({ withheld }) => formatMoney(withheld),
    },
    { key: 'owed', title: texts.owed, right: true, wide: true, cell: ({ owed }) => formatMoney(owed) },
    { key: 'paid', title: texts.paid, right: true, wide: true, cell: ({ paid }) => formatMoney(paid) },
  ]
}
