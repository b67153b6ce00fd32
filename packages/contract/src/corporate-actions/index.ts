export * from './routes.ts'
export * from './states.ts'
