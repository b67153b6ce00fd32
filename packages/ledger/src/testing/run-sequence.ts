// Runs one random history on a real ledger beside the model and compares them.

import {
  createLedgerModel,
  type LedgerModel,
  type LedgerRequest,
  type ModelOutcome,
} from '@fairlot/testkit/ledger-model'
import { requestOf, type Step, type World } from '@fairlot/testkit/ledger-sequences'
import {
  type AccountCode,
  balanceOf,
  type Executor,
  findHold,
  post,
  postMany,
  type PostOutcome,
  releaseRemaining,
  reverse,
} from '../index.ts'

export interface LedgerUnderTest {
  /** Requests of one batch go in one call; they are all posts, with different keys. */
  run(batch: readonly LedgerRequest[]): Promise<PostOutcome[]>
  balance(account: AccountCode): Promise<bigint>
  hold(holdId: string): Promise<bigint | null>
}

const keyOf = (request: LedgerRequest): string =>
  request.op === 'post' ? request.entry.key : request.head.key

export function ledgerOn(tx: Executor): LedgerUnderTest {
  const entryIds = new Map<string, string>()
  const send = (request: LedgerRequest): Promise<PostOutcome> => {
    switch (request.op) {
      case 'post':
        return post(tx, request.entry)
      case 'release-remaining':
        return releaseRemaining(tx, { holdId: request.holdId, ...request.head })
      case 'reverse':
        return reverse(tx, {
          entryId: entryIds.get(request.originalKey) ?? '01900000-0000-7000-8000-000000000000',
          ...request.head,
        })
    }
  }
  return {
    async run(batch) {
      const outcomes =
        batch.length === 1
          ? [await send(batch[0]!)]
          : await postMany(
              tx,
              batch.flatMap((request) => (request.op === 'post' ? [request.entry] : [])),
            )
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.ok) entryIds.set(keyOf(batch[index]!), outcome.entryId)
      }
      return outcomes
    },
    balance: (account) => balanceOf(tx, account),
    hold: async (holdId) => (await findHold(tx, holdId))?.remaining ?? null,
  }
}

export interface RunOptions {
  /** Puts neighbouring posts into one call, as high-volume intake does. */
  readonly batched?: boolean
  readonly count?: (name: string) => void
}

/** Throws at the first answer, balance or hold that differs from the model's. */
export async function runSequence(
  ledger: LedgerUnderTest,
  world: World,
  sequence: readonly Step[],
  { batched = false, count = () => undefined }: RunOptions = {},
): Promise<LedgerModel> {
  const model = createLedgerModel()
  const requests: LedgerRequest[] = []
  const expected: ModelOutcome[] = []
  for (const [index, step] of sequence.entries()) {
    const request = requestOf(step, index, world, model, requests)
    if (!request) continue
    requests.push(request)
    expected.push(model.apply(request))
    count(`postgres:step ${step.kind}`)
  }

  const answers: PostOutcome[] = []
  for (const batch of batched ? batchesOf(requests) : requests.map((request) => [request])) {
    answers.push(...(await ledger.run(batch)))
  }
  for (const [index, answer] of answers.entries()) {
    const outcome = answer.ok ? (answer.replayed ? 'replayed' : 'posted') : answer.reason
    count(`postgres:${outcome}`)
    if (outcome !== expected[index]) {
      throw new Error(`request ${index}: the ledger says ${outcome}, the model ${expected[index]}`)
    }
  }
  for (const account of model.accounts()) {
    const [real, wanted] = [await ledger.balance(account), model.balance(account)]
    if (real !== wanted) throw new Error(`${account}: the ledger has ${real}, the model ${wanted}`)
  }
  for (const { holdId, left } of model.holds()) {
    const real = await ledger.hold(holdId)
    if (real !== left) throw new Error(`hold ${holdId}: the ledger has ${real}, the model ${left}`)
  }
  return model
}

function batchesOf(requests: readonly LedgerRequest[]): LedgerRequest[][] {
  const batches: LedgerRequest[][] = []
  for (const request of requests) {
    const last = batches.at(-1)
    const joins =
      request.op === 'post' &&
      last?.every((other) => other.op === 'post' && keyOf(other) !== keyOf(request)) === true
    if (joins) last.push(request)
    else batches.push([request])
  }
  return batches
}
