import type { Db, Tx } from '#platform/db'
import { markTold, queuePushes, takeUntold } from './store.ts'

export interface OwnNews {
  readonly memberId: string
  readonly kind: 'notice.new'
  readonly data: { readonly id: string; readonly state: string }
  readonly at: Date
}

export interface TellDeps {
  readonly db: Db
  /** The members feature writes own events. It sends notices itself, so it is handed in and not imported. */
  recordOwn(tx: Tx, entries: readonly OwnNews[]): Promise<void>
}

const atOnce = 500

/**
 * Own event, push queue and mark in one transaction: a worker that dies has told all of it or nothing. Notices to
 * everybody make no own events, or one line of text would cost a row per member; phones ask for them.
 */
export async function tellNotices({ db, recordOwn }: TellDeps, now: Date): Promise<number> {
  let told = 0
  for (;;) {
    const did = await db.transaction(async (tx) => {
      const untold = await takeUntold(tx, atOnce)
      if (untold.length === 0) return 0
      const ids = untold.map(({ id }) => id)
      await recordOwn(
        tx,
        untold.flatMap(({ id, memberId, kind }) =>
          memberId === null
            ? []
            : [{ memberId, kind: 'notice.new', data: { id, state: kind }, at: now } as const],
        ),
      )
      await queuePushes(tx, ids, now)
      await markTold(tx, ids, now)
      return ids.length
    })
    told += did
    if (did < atOnce) return told
  }
}
