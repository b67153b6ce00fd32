export * from './reviews.ts'
export * from './roles.ts'
