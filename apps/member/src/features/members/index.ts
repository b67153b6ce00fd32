export { AssetsHero } from './AssetsHero.tsx'
export { membersTexts } from './texts/index.ts'
