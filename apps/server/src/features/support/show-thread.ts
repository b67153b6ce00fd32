import type { DataOf } from '@fairlot/contract/routes'
import type { EntryRow, ThreadRow } from './store.ts'

type Head = DataOf<'/support/read'>['thread']
type Entry = DataOf<'/support/read'>['entries'][number]

export const showHead = (row: ThreadRow, about: Head['about']): Head => ({
  threadId: row.threadId,
  number: row.number,
  topic: row.topic,
  title: row.title,
  state: row.state,
  about,
  openedAt: row.openedAt.toISOString(),
  lastAt: row.lastAt.toISOString(),
  dueAt: row.dueAt?.toISOString() ?? null,
})

export const showEntry = ({ entryId, by, text, attachments, at }: EntryRow): Entry => ({
  entryId,
  from: by === null ? 'member' : 'operator',
  by,
  text,
  attachments: attachments.map((each) => ({ ...each })),
  at: at.toISOString(),
})
