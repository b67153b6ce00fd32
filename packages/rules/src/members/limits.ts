import { defineRules } from '../rule.ts'

export const membersRules = defineRules({
  practiceGrant: {
    id: 'practice.grant',
    default: 1_000_000_000,
    min: 0,
    max: 10_000_000_000,
    unit: 'minor',
    reason: 'NT$10,000,000 of paper money: one lot of a leading stock costs millions.',
  },
  invitationCodeLength: {
    id: 'invitation.code.length',
    default: 6,
    min: 6,
    max: 8,
    unit: 'characters',
    reason: 'Short enough to read aloud; 34 signs to the sixth is 1.5 thousand million codes.',
  },
  creditScoreStart: {
    id: 'credit.score.start',
    default: 100,
    min: 0,
    max: 100,
    unit: 'points',
    reason: 'Everyone starts with the full score; only the published formula lowers it.',
  },
  appealMin: {
    id: 'appeal.statement.min',
    default: 10,
    min: 1,
    max: 50,
    unit: 'characters',
    reason: 'A reviewer needs a sentence to work with.',
  },
  appealMax: {
    id: 'appeal.statement.max',
    default: 500,
    min: 200,
    max: 500,
    unit: 'characters',
    reason: 'A page; evidence goes to customer service.',
  },
  appealTicket: {
    id: 'appeal.ticket.minutes',
    default: 15,
    min: 5,
    max: 60,
    unit: 'minutes',
    reason: 'A blocked member has time to write an appeal; a ticket left on a shared phone soon expires.',
  },
  restrictionReview: {
    id: 'restriction.review.days',
    default: 30,
    min: 1,
    max: 90,
    unit: 'days',
    reason: 'Every restriction is reviewed: the review date is at most this far ahead.',
  },
  memberEventsKept: {
    id: 'memberEvents.kept.days',
    default: 30,
    min: 7,
    max: 400,
    unit: 'days',
    reason:
      'A phone that was away longer reads its lists again, so older events on the live feed have no reader.',
  },
})
