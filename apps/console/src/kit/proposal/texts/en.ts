import type { ProposalTexts } from './tw.ts'

export const texts: ProposalTexts = {
  cancel: 'Cancel',
  send: 'Propose',
  sentTitle: 'Proposed',
  sent: (number) => `${number} waits for somebody else to approve it; then the system carries it out.`,
  look: 'See it in the queue',
  done: 'Done',
  required: 'Fill this in.',
  waits: (number, by) => `${number}, proposed by ${by}, waits for a second person`,
  open: 'Open the proposal',
}
