export * from './feed.ts'
export * from './halts.ts'
export * from './routes.ts'
