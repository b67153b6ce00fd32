export { corporateActionsConsoleHandlers } from './routes.console.ts'
export { bookDividends } from './working/book-dividends.ts'
export { notifyHolders } from './working/notify-holders.ts'
export { passExDates, type Waits } from './working/pass-ex-dates.ts'
