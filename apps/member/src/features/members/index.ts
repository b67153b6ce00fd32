export { AssetsHero } from './LazyAssetsHero.tsx'
