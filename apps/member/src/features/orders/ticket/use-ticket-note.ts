import { momentText, oddEntryReason } from '@fairlot/rules/orders'
import { minuteText } from '#features/market-data'
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
  if (ticket.draft.odd !== undefined) {
    const reason = oddEntryReason(facts)
    // That of the auction is beside its time.
    if (reason !== null && facts.oddHours?.kind === 'waiting')
      return { tone: 'warn', text: texts.oddFrom(momentText(facts.oddHours.opensAt)) }
    if (reason === null && facts.state === 'closed') return undefined
  }
  if (facts.state === 'closed')
    return {
      tone: 'warn',
      text:
        facts.oddHours?.kind === 'auction' && ticket.draft.direction === 'long'
          ? texts.closedWithOdd(minuteText(facts.oddHours.matchAt))
          : texts.closed,
    }
  if (facts.called) return { tone: 'warn', text: texts.called }
  return undefined
}
