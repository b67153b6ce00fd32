import { ordersTexts } from '../texts/index.ts'
import type { Ticket } from './use-ticket.ts'

interface TicketNote {
  readonly tone: 'warn' | 'brand'
  readonly text: string
}

/** The most serious note about the whole ticket, if any. */
export const useTicketNote = (ticket: Ticket): TicketNote | undefined => {
  const texts = ordersTexts.use().ticket
  const { facts } = ticket.source
  if (ticket.isChanged) return { tone: 'brand', text: texts.changed }
  if (facts.stopped !== null)
    return { tone: 'warn', text: facts.stopped === 'member' ? texts.stoppedMember : texts.stoppedRule }
  if (ticket.entry !== undefined) return facts.called ? { tone: 'warn', text: texts.called } : undefined
  if (facts.state === 'halted') return { tone: 'warn', text: texts.halted }
  if (facts.state === 'closed') return { tone: 'warn', text: texts.closed }
  if (facts.called) return { tone: 'warn', text: texts.called }
  return undefined
}
