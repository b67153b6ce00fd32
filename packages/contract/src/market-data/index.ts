export * from './halts.ts'
export * from './messages.ts'
export * from './routes.ts'
