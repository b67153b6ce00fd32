import { useState } from 'react'
import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'
import { useSession } from '#shell/session.ts'
import type { About } from './about.ts'
import { ContactSheet } from './ContactSheet.tsx'
import { ListSheet } from './ListSheet.tsx'
import { NewSheet } from './NewSheet.tsx'
import { ThreadSheet } from './thread/ThreadSheet.tsx'

type View =
  | { readonly at: 'list' }
  | { readonly at: 'contact' }
  | { readonly at: 'thread'; readonly threadId: string }
  | { readonly at: 'new'; readonly fraud: boolean }

interface Props {
  readonly onClose: () => void
  readonly about?: About | undefined
  readonly threadId?: string | undefined
}

export const SupportLayers = (props: Props) =>
  useSession() === null ? <ContactSheet open onClose={props.onClose} /> : <MemberLayers {...props} />

const list: View = { at: 'list' }

const MemberLayers = ({ onClose, about, threadId }: Props) => {
  const [view, setView] = useState<View>(threadId === undefined ? list : { at: 'thread', threadId })
  useMemberEvents(['support.changed'], () => void refresh('/support/list', '/support/read'))
  const toList = () => setView(list)
  return (
    <>
      <ListSheet
        covered={view.at !== 'list'}
        onClose={onClose}
        about={about}
        onThread={(id) => setView({ at: 'thread', threadId: id })}
        onNew={(fraud) => setView({ at: 'new', fraud })}
        onContact={() => setView({ at: 'contact' })}
      />
      {view.at === 'thread' ? <ThreadSheet threadId={view.threadId} onClose={toList} /> : null}
      {view.at === 'new' ? (
        <NewSheet
          about={view.fraud ? undefined : about}
          topic={view.fraud ? 'fraud' : undefined}
          onClose={toList}
          onSent={(id) => setView({ at: 'thread', threadId: id })}
        />
      ) : null}
      <ContactSheet open={view.at === 'contact'} onClose={toList} />
    </>
  )
}
