export { type Draft, draftProblem, trimmedDraft } from './draft.ts'
export { differingFigures } from './figures.ts'
export { newsRules, scheduleDays } from './limits.ts'
export { minutesToRead } from './minutes.ts'
