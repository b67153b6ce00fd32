export { couponReviews } from './reviews.ts'
export { couponsConsoleHandlers } from './routes.console.ts'
export { couponsHandlers } from './routes.member.ts'
