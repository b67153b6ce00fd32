import { defineRules } from '../rule.ts'

/** An article is scheduled at most this many days ahead: what it says must still be true. */
export const scheduleDays = 60

export const newsRules = defineRules({
  readSeconds: {
    id: 'news.read.seconds',
    default: 5,
    min: 5,
    max: 5,
    unit: 'seconds',
    reason: 'How long a member has an article open before they count as a reader, once per article.',
  },
  readsDays: {
    id: 'news.reads.days',
    default: 730,
    min: 730,
    max: 730,
    unit: 'days',
    reason: 'How long new readers of an article are counted. After that the count is final.',
  },
})
