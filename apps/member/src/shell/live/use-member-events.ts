import { useEffect, useEffectEvent } from 'react'
import type { MemberEventKind, MemberEventOf } from '@fairlot/contract/live'
import { appFeed } from './app-feed.ts'

/**
 * Calls back for each event of these kinds, and with undefined when some may have been missed: read the list again then.
 * Lasts while the component is mounted and its page shown, and keeps the connection open while the page is visible.
 */
export const useMemberEvents = <Kind extends MemberEventKind>(
  kinds: readonly Kind[],
  run: (event: MemberEventOf<Kind> | undefined) => void,
): void => {
  const onEvent = useEffectEvent(run)
  const list = kinds.join(' ')
  useEffect(
    () =>
      appFeed().onMemberEvents({
        kinds: list.split(' ') as Kind[],
        onEvent: (event) => onEvent(event as MemberEventOf<Kind> | undefined),
      }),
    [list],
  )
}
