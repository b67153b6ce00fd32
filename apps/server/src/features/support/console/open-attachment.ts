import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { type ByOperator, openWritten } from '#features/operators'
import { readFileOf } from '#features/uploads'
import type { Db } from '#platform/db'
import type { Files } from '#platform/files'
import { refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { isPictureOf, readDetail } from './store.ts'

interface Deps {
  readonly db: Db
  readonly secrets: Secrets
  readonly files: Files
}

/** A picture of a member, for the matter it was sent in. */
export async function openAttachment(
  deps: Deps,
  { threadId, fileId }: ConsoleBodyOf<'/support/openAttachment'>,
  by: ByOperator,
) {
  const thread = await readDetail(deps.db, threadId)
  if (!thread) return refuse('support.thread-not-found')
  const { memberId, number } = thread
  const opening = { memberId, field: 'support-picture', purpose: number } as const
  return openWritten(deps.db, opening, by, async (tx) => {
    if (!(await isPictureOf(tx, threadId, fileId))) return undefined
    const file = await readFileOf(deps, tx, memberId, fileId)
    return file && { type: file.type, name: `${file.purpose}.webp`, bytes: file.bytes }
  })
}
