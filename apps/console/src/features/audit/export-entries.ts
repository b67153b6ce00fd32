import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { Entry, EntryFilter } from './view.ts'

/**
 * Exports the entries on the page as a file: each with the previous hash and its own, so that any of them can be
 * recomputed, and the newest signature over the chain.
 */
export const exportEntries = (
  entries: readonly Entry[],
  filter: EntryFilter,
  checkpoint: ConsoleDataOf<'/audit/chain'>['checkpoint'],
): void => {
  const text = JSON.stringify(
    {
      format: 'fairlot audit entries v1',
      hashed:
        'SHA-256 of JSON [previous, sequence, entryId, recordedAt, action, actor, subject, requestId, details]',
      filter,
      checkpoint,
      entries: entries.map(({ actorName: _, subjectName: __, ...entry }) => entry),
    },
    null,
    2,
  )
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `fairlot-audit-${entries[0]?.sequence ?? 0}.json`
  link.click()
  // The browser has read the text by the next turn of the loop. Revoking the URL frees the memory.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
