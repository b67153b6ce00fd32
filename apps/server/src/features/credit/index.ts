export { readCreditFigures, scoreShortfall } from './read-limits.ts'
export { accrueCredit } from './watch/accrue-credit.ts'
export { watchCredit } from './watch/watch-credit.ts'
