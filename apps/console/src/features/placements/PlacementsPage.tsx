import { formatPrice } from '@fairlot/money'
import { Empty, StatusChip } from '@fairlot/ui'
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
import { momentText } from '#shell/format.ts'
import type { Placement, Published } from './placement.ts'
import { PlacementDetail } from './PlacementDetail.tsx'
import { PlacementPopup } from './PlacementPopup.tsx'
import { placementsTexts } from './texts/index.ts'
import type { PlacementsTexts } from './texts/tw.ts'

/** Placements with what comes next, proposals that wait, and the details of one. */
export function PlacementsPage() {
  const texts = placementsTexts.use()
  const address = useAddress()
  const read = useRead('/placements/published', {}, { every: 15_000 })
  const [adding, setAdding] = useState(false)
  const columns = useColumns()
  const placement = read.data?.placements.find(({ placementId }) => placementId === address.get('id'))
  return (
    <ConsolePage
      pane={
        placement === undefined
          ? undefined
          : {
              label: texts.detail.label,
              close: texts.detail.close,
              body: <PlacementDetail key={placement.placementId} placement={placement} />,
            }
      }
      onClose={() => address.turn({ id: null })}
    >
      <AddProposal onPress={() => setAdding(true)}>{texts.add}</AddProposal>
      <PageNote>{texts.note}</PageNote>
      <Answered read={read}>
        {({ placements, proposals }) => (
          <>
            <Proposals proposals={proposals} />
            <ConsoleTable
              label={texts.label}
              rows={placements}
              keyOf={({ placementId }) => placementId}
              name={{ title: texts.symbol, of: ({ symbol }) => symbol }}
              here={placement?.placementId}
              onOpen={({ placementId }) => address.turn({ id: placementId })}
              columns={columns}
              empty={<Empty nothing={texts.none} text={texts.noneText} icon="box" />}
            />
          </>
        )}
      </Answered>
      {adding && read.data !== undefined ? (
        <PlacementPopup seats={read.data.seats} onClose={() => setAdding(false)} />
      ) : null}
    </ConsolePage>
  )
}

function Proposals({ proposals }: Pick<Published, 'proposals'>) {
  const texts = placementsTexts.use()
  return (
    <WaitingProposals
      kind="placement"
      proposals={proposals.map(({ reviewId, number, by, symbol, price }) => ({
        reviewId,
        text: `${symbol} ${formatPrice(BigInt(price))} · ${texts.proposed} · ${by}`,
        link: number,
      }))}
    />
  )
}

const tones = {
  open: 'brand',
  drawing: 'warn',
  allotting: 'warn',
  allotted: 'neutral',
  void: 'crit',
} as const

const useColumns = (): readonly ConsoleColumn<Placement>[] => {
  const texts = placementsTexts.use()
  const language = useLanguage()
  return [
    { key: 'name', title: texts.name, cell: ({ name }) => name[language] },
    { key: 'kind', title: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
    { key: 'price', title: texts.price, right: true, cell: ({ price }) => formatPrice(BigInt(price)) },
    { key: 'lots', title: texts.lots, right: true, cell: ({ lots }) => lots.toLocaleString('en-US') },
    {
      key: 'applied',
      title: texts.applied,
      right: true,
      cell: ({ appliedLots }) => appliedLots.toLocaleString('en-US'),
    },
    {
      key: 'state',
      title: texts.state,
      cell: ({ state }) => <StatusChip tone={tones[state]}>{texts.states[state]}</StatusChip>,
    },
    { key: 'next', title: texts.next, wide: true, cell: (placement) => nextOf(placement, texts.steps) },
  ]
}

function nextOf(placement: Placement, steps: PlacementsTexts['steps']): string {
  const { state, opensAt, closesAt, drawsAt, deliversOn, settlesOn } = placement
  if (state === 'open')
    return Date.parse(opensAt) > Date.now()
      ? steps.open(momentText(opensAt))
      : steps.close(momentText(closesAt))
  if (state === 'drawing') return steps.draw(momentText(drawsAt))
  return state === 'void' ? '—' : steps.deliver(settlesOn ?? deliversOn)
}
