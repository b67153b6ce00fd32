import { remindOfReview } from '#features/operators'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import type { BeaconClient } from './beacon-client.ts'
import { closeDraw } from './close-draw.ts'
import { decideDraw } from './decide-draw.ts'
import type { DrawDeps } from './deps.ts'
import { isDrawDue, isUnreminded, lockDraw, readDue, readUnreminded } from './store.ts'
import { voidDraw } from './void-draw.ts'

export interface DrawJobDeps extends Pick<DrawDeps, 'secrets'> {
  readonly db: Db
  readonly beaconClient: BeaconClient
}

/** Does what is due and returns how many draws moved on. One failing draw does not stop the others. */
export async function keepDraws({ db, secrets, beaconClient }: DrawJobDeps, now: Date): Promise<number> {
  let moved = 0
  const troubles: unknown[] = []
  for (const { id, state } of await readDue(db, now)) {
    const moment = { now, requestId: `draw:${id}` }
    try {
      if (state === 'committed') {
        await db.transaction((tx) => closeDraw(tx, { secrets }, id, moment))
        moved += 1
      } else if (state === 'closed') {
        moved += await db.transaction(async (tx) => {
          const draw = await lockDraw(tx, id)
          if (draw?.state !== 'closed') return 0
          await voidDraw(tx, id, 'not-released', moment)
          return 1
        })
      } else if (await decideDraw(db, beaconClient, id, moment)) moved += 1
    } catch (error) {
      troubles.push(error)
    }
  }
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} draws could not move on`)
  return moved
}

/** One operator has proposed the release and its deadline is near: the others hear of it. Returns how many draws. */
export const remindOfReleases = (db: Db, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    let reminded = 0
    for (const { reviewId, decideBy } of await readUnreminded(tx, now))
      if (await remindOfReview(tx, { reviewId, decideBy, now })) reminded += 1
    return reminded
  })

export const drawsLoops = ({ clock, ...deps }: DrawJobDeps & { readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'draws',
    everyMs: 1_000,
    work: { exists: isDrawDue },
    run: () => keepDraws(deps, clock.now()),
  },
  {
    name: 'draws-remind',
    everyMs: 5_000,
    work: { exists: isUnreminded },
    run: () => remindOfReleases(deps.db, clock.now()),
  },
]
