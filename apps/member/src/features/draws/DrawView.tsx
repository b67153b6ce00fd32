// One draw: what is fixed before it, what the member has in it, the result, and the check on this phone.

import { useLanguage } from '@fairlot/app-shell/language'
import { Card, Note, Section, StatusChip } from '@fairlot/ui'
import { useEffect, useRef } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'
import { BeforeDraw } from './BeforeDraw.tsx'
import { CheckCard } from './CheckCard.tsx'
import { chipToneOf } from './chip-tone.ts'
import { MyTicket } from './MyTicket.tsx'
import { drawsTexts } from './texts/index.ts'
import type { Detail, Ticket } from './use-draw-check.ts'
import styles from './Draws.module.css'

interface DrawViewProps {
  readonly drawId: string
  /** One of the member's tickets; without it the first. */
  readonly ticketId?: string | undefined
}

/** While something is due the page asks again; an ended draw never changes. */
const everyMs = 5_000

export const DrawView = ({ drawId, ticketId }: DrawViewProps) => {
  const isMember = useSession() !== null
  // Read by the timer of the reads, which begin before there is an answer.
  const isOver = useRef(false)
  const isRanked = useRef(false)
  const read = useRead(
    '/draws/detail',
    { drawId },
    { every: () => (isOver.current ? false : everyMs), staleTime: 0 },
  )
  const mine = useRead(
    '/draws/mine',
    { drawId },
    { enabled: isMember, every: () => (isRanked.current ? false : everyMs), staleTime: 0 },
  )
  const state = read.data?.draw.state
  const ranked = mine.data?.tickets.every(({ rank }) => rank !== null) ?? false
  useEffect(() => {
    isOver.current = state === 'decided' || state === 'void'
    isRanked.current = state === 'void' || (state === 'decided' && ranked)
  }, [state, ranked])
  const tickets = mine.data?.tickets ?? []
  const first = tickets.find((ticket) => ticket.ticketId === ticketId) ?? tickets[0]
  return (
    <Answered read={read}>
      {(detail) =>
        isMember && mine.data === undefined && !mine.isError ? null : (
          <Shown detail={detail} tickets={tickets} first={first} />
        )
      }
    </Answered>
  )
}

interface ShownProps {
  readonly detail: Detail
  readonly tickets: readonly Ticket[]
  readonly first: Ticket | undefined
}

const Shown = ({ detail, tickets, first }: ShownProps) => {
  const texts = drawsTexts.use()
  const language = useLanguage()
  const { draw } = detail
  return (
    <div className={styles.parts}>
      <header className={styles.head}>
        <h2>{draw.title[language]}</h2>
        <p>
          {texts.kinds[draw.kind]}
          <StatusChip tone={chipToneOf(draw.state)}>{texts.states[draw.state]}</StatusChip>
        </p>
      </header>
      {tickets.map((ticket, n) => (
        <MyTicket key={ticket.ticketId} ticket={ticket} n={n + 1} draw={draw} />
      ))}
      <Stats draw={draw} />
      {draw.void === null ? null : <Note tone="crit">{texts.voided[draw.void.reason]}</Note>}
      {draw.isPractice ? <Note tone="warn">{texts.practice}</Note> : null}
      {draw.state === 'decided' ? (
        <CheckCard key={first?.ticketId ?? ''} detail={detail} mine={first} />
      ) : (
        <BeforeDraw detail={detail} />
      )}
      <Section title={texts.limits.title} small>
        <Card pad>
          <ul className={styles.limits}>
            {texts.limits.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Card>
      </Section>
    </div>
  )
}

const Stats = ({ draw }: { readonly draw: Detail['draw'] }) => {
  const texts = drawsTexts.use().stats
  const { tickets, places } = draw
  const drawn = Math.min(tickets, places)
  const rate = tickets === 0 ? '—' : `${((100 * drawn) / tickets).toFixed(2)}%`
  const figures = [
    { label: texts.tickets, value: tickets.toLocaleString('en-US') },
    // Without places the order only decides between equals.
    ...(places === 0
      ? []
      : [
          { label: texts.places, value: places.toLocaleString('en-US') },
          { label: texts.rate, value: rate },
        ]),
  ]
  return (
    <Card pad>
      <dl className={styles.stats}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
