export * from './states.ts'
