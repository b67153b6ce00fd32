export { DrawView } from './LazyDraw.tsx'
