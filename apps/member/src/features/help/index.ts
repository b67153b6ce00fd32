export { FoundPages } from './FoundPages.tsx'
export { useFoundPages } from './use-found-pages.ts'
