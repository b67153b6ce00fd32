export * from './live/index.ts'
