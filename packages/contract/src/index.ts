export * from './catalogue/codes.ts'
export * from './envelope.ts'
export { capabilities, type Capability, imageBytes, type RateLimit, type Route } from './route.ts'
export type { BodyOf, DataOf, Path } from './routes.ts'
