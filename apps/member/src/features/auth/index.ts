export { missingProtections } from './security/missing-protections.ts'
