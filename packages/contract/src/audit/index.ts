export * from './root.ts'
export * from './routes.ts'
export * from './states.ts'
