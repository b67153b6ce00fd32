// Runs one random history on a real ledger beside the model and compares them.

import {
  type AccountCode,
  balanceOf,
  type Executor,
  findHold,
  post,
  type PostOutcome,
  releaseRest,
  reverse,
} from '../index.ts'
import { createLedgerModel, type LedgerModel, type LedgerRequest } from '@fairlot/testkit/ledger-model'
import { requestOf, type Step, type World } from '@fairlot/testkit/ledger-sequences'

export interface LedgerUnderTest {
  run(request: LedgerRequest): Promise<PostOutcome>
  balance(account: AccountCode): Promise<bigint>
  hold(holdId: string): Promise<bigint | null>
}

export function ledgerOn(tx: Executor): LedgerUnderTest {
  const entryIds = new Map<string, string>()
  const send = (request: LedgerRequest): Promise<PostOutcome> => {
    switch (request.op) {
      case 'post':
        return post(tx, request.entry)
      case 'release-rest':
        return releaseRest(tx, { holdId: request.holdId, ...request.head })
      case 'reverse':
        return reverse(tx, {
          entryId: entryIds.get(request.originalKey) ?? '01900000-0000-7000-8000-000000000000',
          ...request.head,
        })
    }
  }
  return {
    async run(request) {
      const outcome = await send(request)
      const key = request.op === 'post' ? request.entry.key : request.head.key
      if (outcome.ok) entryIds.set(key, outcome.entryId)
      return outcome
    },
    balance: (account) => balanceOf(tx, account),
    hold: async (holdId) => (await findHold(tx, holdId))?.remaining ?? null,
  }
}

/** Throws at the first answer, balance or hold that differs from the model's. */
export async function runSequence(
  ledger: LedgerUnderTest,
  world: World,
  sequence: readonly Step[],
  count: (name: string) => void = () => undefined,
): Promise<LedgerModel> {
  const model = createLedgerModel()
  const history: LedgerRequest[] = []
  for (const [index, step] of sequence.entries()) {
    const request = requestOf(step, index, world, model, history)
    if (!request) continue
    history.push(request)
    const expected = model.apply(request)
    const answer = await ledger.run(request)
    const outcome = answer.ok ? (answer.replayed ? 'replayed' : 'posted') : answer.reason
    count(`postgres:${outcome}`)
    count(`postgres:step ${step.kind}`)
    if (outcome !== expected) {
      throw new Error(`step ${index} (${step.kind}): the ledger says ${outcome}, the model ${expected}`)
    }
  }
  for (const account of model.accounts()) {
    const [real, expected] = [await ledger.balance(account), model.balance(account)]
    if (real !== expected) throw new Error(`${account}: the ledger has ${real}, the model ${expected}`)
  }
  for (const { holdId, left } of model.holds()) {
    const real = await ledger.hold(holdId)
    if (real !== left) throw new Error(`hold ${holdId}: the ledger has ${real}, the model ${left}`)
  }
  return model
}
