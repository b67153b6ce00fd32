import { ConsoleTable } from '#kit/ConsoleTable.tsx'
import { DetailPart } from '#kit/Detail.tsx'
import type { CeremonyData } from './ceremony-data.ts'
import { drawsTexts } from './texts/index.ts'
import styles from './Draws.module.css'

const height = 40

/** The first places, the last winner and the first after them; and how the winners spread over the list. */
export function Result({ data }: { readonly data: CeremonyData }) {
  const texts = drawsTexts.use().result
  const { draw, sample, spread } = data
  const highest = Math.max(1, ...spread)
  return (
    <DetailPart title={texts.title}>
      <figure className={styles.spread}>
        <figcaption>{texts.spread}</figcaption>
        <svg viewBox={`0 0 ${spread.length * 5} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {spread.map((value, part) => (
            <rect
              key={part}
              x={part * 5 + 1}
              y={height - (height * value) / highest}
              width={3}
              height={(height * value) / highest}
            />
          ))}
        </svg>
      </figure>
      <ConsoleTable
        label={texts.title}
        rows={sample}
        keyOf={({ rank }) => String(rank)}
        name={{ title: texts.rank, of: ({ rank }) => rank.toLocaleString('en-US') }}
        columns={[
          { key: 'ticket', title: texts.ticket, cell: ({ ticketId }) => `${ticketId.slice(0, 12)}…` },
          {
            key: 'won',
            title: texts.title,
            cell: ({ rank }) => (draw.places === 0 ? '—' : rank <= draw.places ? texts.won : texts.lost),
          },
        ]}
      />
      <p className={styles.small}>{texts.file}</p>
    </DetailPart>
  )
}
