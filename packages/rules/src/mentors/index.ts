export {
  type ClosedTrade,
  indexBase,
  indexOf,
  type IndexPoint,
  type MentorDay,
  type MentorFigures,
  mentorFiguresOf,
  type TradeCount,
  tradeKindOf,
  winRateBp,
} from './figures.ts'
export {
  conditionsOf,
  type LevelFigures,
  levelFiguresOf,
  levelOf,
  type Threshold,
  thresholdOf,
  thresholds,
} from './levels.ts'
export { mentorsRules } from './limits.ts'
export { type Profile, profileBounds, profileProblem, trimmed } from './profile.ts'
export { mentorApplicationTransitions, mentorTransitions } from './states.ts'
