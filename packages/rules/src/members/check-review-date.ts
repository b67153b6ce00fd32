import { addDays } from '../calendar/taipei.ts'

/** Whether a restriction set today may be looked at again on that day: after today, and at most so many days on. */
export const isReviewDate = (reviewOn: string, today: string, mostDays: number): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(reviewOn) &&
  !Number.isNaN(new Date(reviewOn).getTime()) &&
  new Date(reviewOn).toISOString().startsWith(reviewOn) &&
  reviewOn > today &&
  reviewOn <= addDays(today, mostDays)
