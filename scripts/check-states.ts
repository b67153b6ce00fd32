// Compares the state diagrams in the docs with the transition tables in packages/rules, which the code uses. Tests
// compare the database with the same tables (tests/flows/states.test.ts).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auctionTransitions, bidTransitions } from '../packages/rules/src/auctions/index.ts'
import { recoveryTransitions } from '../packages/rules/src/auth/index.ts'
import { bankAccountTransitions } from '../packages/rules/src/bank-accounts/index.ts'
import { creditCallTransitions, creditTransitions } from '../packages/rules/src/credit/index.ts'
import { copyBlockTransitions, copyTransitions } from '../packages/rules/src/copy-trading/index.ts'
import { corporateActionTransitions } from '../packages/rules/src/corporate-actions/index.ts'
import { couponTransitions } from '../packages/rules/src/coupons/index.ts'
import { applicationTransitions } from '../packages/rules/src/day-trading/index.ts'
import { depositTransitions } from '../packages/rules/src/deposits/index.ts'
import { drawTransitions } from '../packages/rules/src/draws/index.ts'
import { identityTransitions } from '../packages/rules/src/identity/index.ts'
import { mentorApplicationTransitions, mentorTransitions } from '../packages/rules/src/mentors/index.ts'
import { reviewTransitions } from '../packages/rules/src/operators/index.ts'
import {
  offerStageTransitions,
  offerTransitions,
  subscriptionTransitions,
} from '../packages/rules/src/new-shares/index.ts'
import {
  placementApplicationTransitions,
  placementTransitions,
} from '../packages/rules/src/placements/index.ts'
import { supportTransitions } from '../packages/rules/src/support/index.ts'
import { planTransitions, runTransitions } from '../packages/rules/src/savings-plans/index.ts'
import { payoutTransitions, withdrawalTransitions } from '../packages/rules/src/withdrawals/index.ts'
import { report } from './check/report.ts'

type Table = readonly (readonly [from: string, to: string])[]

/** The diagrams of a page in order, each with its table. */
const pages: Readonly<Record<string, readonly Table[]>> = {
  'docs/architecture/four-eyes.md': [reviewTransitions],
  'docs/features/auctions.md': [auctionTransitions, bidTransitions],
  'docs/features/auth.md': [recoveryTransitions],
  'docs/features/bank-accounts.md': [bankAccountTransitions],
  'docs/features/credit.md': [creditTransitions, creditCallTransitions],
  'docs/features/copy-trading.md': [copyTransitions, copyBlockTransitions],
  'docs/features/corporate-actions.md': [corporateActionTransitions],
  'docs/features/coupons.md': [couponTransitions],
  'docs/features/day-trading.md': [applicationTransitions],
  'docs/features/deposits.md': [depositTransitions],
  'docs/features/draws.md': [drawTransitions],
  'docs/features/identity.md': [identityTransitions],
  'docs/features/mentors.md': [mentorTransitions, mentorApplicationTransitions],
  'docs/features/new-shares.md': [offerTransitions, offerStageTransitions, subscriptionTransitions],
  'docs/features/placements.md': [placementTransitions, placementApplicationTransitions],
  'docs/features/savings-plans.md': [planTransitions, runTransitions],
  'docs/features/support.md': [supportTransitions],
  'docs/features/withdrawals.md': [withdrawalTransitions, payoutTransitions],
}

/**
 * The transitions of each diagram. `[*]` is not a state; diagram names cannot contain a hyphen and use an underscore.
 */
export function drawnIn(markdown: string): readonly (readonly string[])[] {
  return [...markdown.matchAll(/```mermaid\nstateDiagram-v2\n([\s\S]*?)```/g)].map(([, drawing = '']) =>
    [...drawing.matchAll(/^\s*(\S+) --> (\S+?)(?::.*)?$/gm)].flatMap(([, from = '', to = '']) =>
      from === '[*]' || to === '[*]' ? [] : [`${from} --> ${to}`.replaceAll('_', '-')],
    ),
  )
}

export function problemsOfPage(path: string, markdown: string, tables: readonly Table[]): string[] {
  const drawings = drawnIn(markdown)
  if (drawings.length !== tables.length)
    return [`${path}: has ${drawings.length} drawings of states and the rules ${tables.length} tables for it`]
  return tables.flatMap((table, at) => {
    const steps = table.map(([from, to]) => `${from} --> ${to}`)
    return [
      ...steps
        .filter((step) => !drawings[at]!.includes(step))
        .map((step) => `${path}: does not draw ${step}`),
      ...drawings[at]!.filter((step) => !steps.includes(step)).map(
        (step) => `${path}: draws ${step}, which the rules do not know`,
      ),
    ]
  })
}

export const checkStates = (root: string): string[] =>
  Object.entries(pages).flatMap(([path, tables]) =>
    problemsOfPage(path, readFileSync(join(root, path), 'utf8'), tables),
  )

if (import.meta.main) await report(checkStates)
