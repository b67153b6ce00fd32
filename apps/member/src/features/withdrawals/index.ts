export { StatisticsCard } from './StatisticsCard.tsx'
