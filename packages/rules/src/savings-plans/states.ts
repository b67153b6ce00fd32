// Allowed transitions of a plan and of one of its dates; ../state-machines.ts lists them for the database, and the diagrams
// in docs/features/savings-plans.md are compared with them.

import type { PlanState, RunState } from '@fairlot/contract/savings-plans/states'

export const planTransitions: readonly (readonly [from: PlanState, to: PlanState])[] = [
  ['active', 'paused'],
  ['paused', 'active'],
  ['active', 'ended'],
  ['paused', 'ended'],
]

export const runTransitions: readonly (readonly [from: RunState, to: RunState])[] = [
  ['ordered', 'filled'],
  ['ordered', 'partly-filled'],
  ['ordered', 'skipped'],
]
