export * from './chain.ts'
export * from './checkpoint.ts'
