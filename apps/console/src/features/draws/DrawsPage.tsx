import { useLanguage } from '@fairlot/app-shell/language'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { StatusChip } from '@fairlot/ui'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { ConsoleTable } from '#kit/ConsoleTable.tsx'
import { Moment } from '#kit/Moment.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { Ceremony } from './Ceremony.tsx'
import { drawsTexts } from './texts/index.ts'
import styles from './Draws.module.css'

type Draw = ConsoleDataOf<'/draws/ceremonies'>['draws'][number]

const EVERY_MS = 5_000

const toneOf = ({ state }: Draw) =>
  state === 'decided' ? 'brand' : state === 'void' ? 'crit' : state === 'closed' ? 'warn' : 'neutral'
const closesAt = (draw: Draw) => <Moment at={draw.closesAt} />
const roundAt = (draw: Draw) => <Moment at={draw.roundAt} />

function State({ draw }: { readonly draw: Draw }) {
  const { states } = drawsTexts.use()
  return <StatusChip tone={toneOf(draw)}>{states[draw.state]}</StatusChip>
}
const stateOf = (draw: Draw) => <State draw={draw} />

export function DrawsPage() {
  const texts = drawsTexts.use()
  const { columns } = texts
  const language = useLanguage()
  const address = useAddress()
  const here = address.get('draw')
  const read = useRead('/draws/ceremonies', {}, { every: EVERY_MS })
  return (
    <ConsolePage
      onClose={() => address.turn({ draw: null })}
      pane={
        here === null
          ? undefined
          : { label: texts.label, close: texts.close, body: <Ceremony key={here} drawId={here} /> }
      }
    >
      <Answered read={read}>
        {({ draws }) => (
          <ConsoleTable
            label={texts.label}
            rows={draws}
            keyOf={({ drawId }) => drawId}
            name={{ title: columns.title, of: ({ title }) => title[language], plain: true }}
            here={here}
            onOpen={({ drawId }) => address.turn({ draw: drawId })}
            columns={[
              { key: 'kind', title: columns.kind, wide: true, cell: ({ kind }) => texts.kinds[kind] },
              {
                key: 'state',
                title: columns.state,
                cell: stateOf,
              },
              {
                key: 'tickets',
                title: columns.tickets,
                right: true,
                cell: ({ tickets }) => tickets.toLocaleString('en-US'),
              },
              {
                key: 'places',
                title: columns.places,
                right: true,
                wide: true,
                cell: ({ places }) => places.toLocaleString('en-US'),
              },
              { key: 'close', title: columns.close, right: true, wide: true, cell: closesAt },
              { key: 'round', title: columns.round, right: true, cell: roundAt },
            ]}
            empty={<p className={styles.empty}>{texts.empty}</p>}
          />
        )}
      </Answered>
    </ConsolePage>
  )
}
