import { Button, Hash } from '@fairlot/ui'
import { saveJson, shortHash } from '#features/audit'
import { drawsTexts } from './texts/index.ts'
import type { Detail, Ticket } from './use-draw-check.ts'
import styles from './Draws.module.css'

interface MyTicketProps {
  readonly ticket: Ticket
  /** Which of the member's tickets it is, from 1. */
  readonly n: number
  readonly draw: Detail['draw']
}

/** The ticket's number is its place in the list: five digits, as on a lot. */
export const numberOf = (place: number): string => String(place + 1).padStart(5, '0')

export const MyTicket = ({ ticket, n, draw }: MyTicketProps) => {
  const texts = drawsTexts.use()
  const { proof, rank } = ticket
  const isDrawn = rank !== null && rank <= draw.places
  const standing =
    rank === null
      ? proof === null
        ? texts.mine.waits
        : texts.mine.listed
      : draw.places === 0
        ? texts.mine.ordered
        : isDrawn
          ? texts.mine.won
          : texts.mine.lost
  return (
    <section className={styles.ticket} aria-label={texts.mine.title(n)}>
      {proof === null ? null : (
        <p className={isDrawn ? styles.drawn : styles.number}>
          <span className="visually-hidden">
            {texts.mine.number} {numberOf(proof.n)}
          </span>
          {[...numberOf(proof.n)].map((digit, place) => (
            <span key={place} aria-hidden="true">
              {digit}
            </span>
          ))}
        </p>
      )}
      <h3>{standing}</h3>
      {rank === null ? null : <p className={styles.rank}>{texts.mine.rank(rank, draw.tickets)}</p>}
      {draw.state === 'decided' ? null : (
        <div className={styles.receipt}>
          <p>{texts.ticketId}</p>
          <Hash text={shortHash(ticket.ticketId)} full={ticket.ticketId} copy={texts.hash} />
          <Button
            kind="quiet"
            small
            icon="download"
            onPress={() =>
              saveJson(
                `fairlot-ticket-${ticket.ticketId.slice(0, 8)}.json`,
                `${JSON.stringify({ format: 'fairlot draw ticket v1', drawId: draw.drawId, ...ticket }, null, 1)}\n`,
              )
            }
          >
            {texts.mine.save}
          </Button>
        </div>
      )}
    </section>
  )
}
