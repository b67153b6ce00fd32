import { addDays } from '../calendar/taipei.ts'

/** Whether a restriction set today can be reviewed on that day: after today, and at most `maxDays` later. */
export const isReviewDate = (reviewOn: string, today: string, maxDays: number): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(reviewOn) &&
  !Number.isNaN(new Date(reviewOn).getTime()) &&
  new Date(reviewOn).toISOString().startsWith(reviewOn) &&
  reviewOn > today &&
  reviewOn <= addDays(today, maxDays)
