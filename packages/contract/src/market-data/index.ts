export * from './feed.ts'
export * from './routes.ts'
