export { DividendLine } from './DividendLine.tsx'
