export * from './review-kinds.ts'
export * from './states.ts'
