export * from './fields.ts'
export * from './states.ts'
