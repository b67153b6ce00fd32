export { positionsRules } from './limits.ts'
export {
  type CloseReason,
  closeReasons,
  type PositionState,
  positionStates,
  positionTransitions,
} from './states.ts'
