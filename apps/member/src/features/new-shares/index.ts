export { SubscribeCard } from './LazySubscribeCard.tsx'
