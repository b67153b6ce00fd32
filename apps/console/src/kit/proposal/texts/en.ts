import type { ProposalTexts } from './tw.ts'

export const texts: ProposalTexts = {
  cancel: 'Cancel',
  send: 'Propose',
  sentTitle: 'Proposed',
  sent: (number) => `${number} waits for a second approver. The system executes it after approval.`,
  view: 'View in the queue',
  done: 'Done',
  required: 'Fill this in.',
  waits: (number, by) => `${number}, proposed by ${by}, waits for a second approver`,
  open: 'Open the proposal',
}
