import type { DataOf } from '@fairlot/contract/routes'
import { type AboutKind, aboutKinds } from '@fairlot/contract/support'
import { isMessageCode } from '@fairlot/contract/catalogue'
import { scoreVersion } from '@fairlot/rules/credit'
import type { Tx } from '#platform/db'
import type { ThreadRow } from '../store.ts'
import { readAbout } from './store.ts'

type About = NonNullable<DataOf<'/support/read'>['thread']['about']>

/** Whether the member may attach it: their own thing, a message that exists, or the score of today's formula. */
export async function isOwnThing(tx: Tx, memberId: string, kind: AboutKind, id: string): Promise<boolean> {
  if (kind === 'refusal') return isMessageCode(id)
  if (kind === 'score') return id === scoreVersion
  return (await readAbout(tx, memberId, kind, [id])).length === 1
}

/** What the threads of one member are about, as it is now, by thread. */
export async function showAbouts(tx: Tx, threads: readonly ThreadRow[]): Promise<ReadonlyMap<string, About>> {
  const shown = new Map<string, About>()
  const members = new Set(threads.map(({ memberId }) => memberId))
  for (const memberId of members) {
    for (const kind of aboutKinds) {
      const about = threads.filter((thread) => thread.memberId === memberId && thread.aboutKind === kind)
      if (about.length === 0) continue
      const rows =
        kind === 'refusal' || kind === 'score'
          ? []
          : await readAbout(
              tx,
              memberId,
              kind,
              about.map(({ aboutId }) => aboutId!),
            )
      for (const { threadId, aboutId } of about) {
        const row = rows.find(({ id }) => id === aboutId)
        shown.set(threadId, {
          kind,
          id: aboutId!,
          state: row?.state ?? null,
          amount: row?.amount ?? null,
          currency: row?.currency ?? null,
          symbol: row?.symbol ?? null,
          promisedAt: row?.promisedAt?.toISOString() ?? null,
        })
      }
    }
  }
  return shown
}
