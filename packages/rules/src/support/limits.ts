import { defineRules } from '../rule.ts'

export const supportRules = defineRules({
  opens: {
    id: 'support.opens',
    default: 540,
    min: 420,
    max: 720,
    unit: 'clock',
    reason: 'From 09:00 on bank days an operator answers. Answer times are counted within these hours.',
  },
  closes: {
    id: 'support.closes',
    default: 1_080,
    min: 840,
    max: 1_320,
    unit: 'clock',
    reason: 'Until 18:00 on bank days an operator answers. Answer times are counted within these hours.',
  },
  answerMinutes: {
    id: 'support.answer.minutes',
    default: 60,
    min: 5,
    max: 480,
    unit: 'minutes',
    reason:
      'An operator answers within this time of service hours. A late answer counts in the public figures.',
  },
  maxOpen: {
    id: 'support.open.max',
    default: 10,
    min: 3,
    max: 50,
    unit: 'count',
    reason: 'Matters of one member that are not closed. More would hide each other.',
  },
  messagesPerDay: {
    id: 'support.messages.perDay',
    default: 60,
    min: 20,
    max: 500,
    unit: 'count',
    reason: 'Messages of one member within 24 hours. A person writes fewer; a program would flood the inbox.',
  },
  textMax: {
    id: 'support.text.max',
    default: 2_000,
    min: 2_000,
    max: 2_000,
    unit: 'characters',
    reason: 'Two pages. More goes into a second message.',
  },
  pictures: {
    id: 'support.pictures.max',
    default: 3,
    min: 1,
    max: 5,
    unit: 'count',
    reason:
      'Pictures with one message. Each opens for the operator of the matter only, and the member reads who opened it.',
  },
  keptDays: {
    id: 'support.kept.days',
    default: 1_825,
    min: 1_825,
    max: 1_825,
    unit: 'days',
    reason: 'Five years after the last message a closed matter and its pictures are deleted.',
  },
})

export type SupportTerms = { readonly [Name in keyof typeof supportRules]: number }

/** The values in force, by rule id. */
export const supportTermsOf = (values: ReadonlyMap<string, number>): SupportTerms =>
  Object.fromEntries(
    Object.entries(supportRules).map(([name, rule]) => [name, values.get(rule.id) ?? rule.default]),
  ) as SupportTerms
