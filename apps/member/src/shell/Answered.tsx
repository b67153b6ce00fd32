// What a read shows: its shape while it is on its way (after 300 ms), why it failed and a retry, or the answer.

import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState, SkeletonRows } from '@fairlot/ui'
import type { ReactNode } from 'react'
import type { ReadError } from './data.ts'
import { shellTexts } from './texts/index.ts'

interface Props<Data> {
  readonly read: UseQueryResult<Data, ReadError>
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

export const Answered = <Data,>({ read, skeleton, children }: Props<Data>) => {
  const texts = shellTexts.use()
  // An old answer stays on screen while a newer one fails: the toast has said so.
  if (read.data !== undefined) return children(read.data)
  if (read.isError) {
    const { failed } = read.error
    const { title, text } = failed.why === 'refused' ? texts.readFailed : reasonOf(failed.why)
    const id = failed.why === 'refused' ? failed.requestId : undefined
    return (
      <ErrorState
        title={title}
        text={text}
        retry={{ label: texts.retry, onPress: () => void read.refetch(), busy: read.isFetching }}
        detail={id === undefined ? undefined : texts.readFailed.request(id)}
      />
    )
  }
  return skeleton ?? <SkeletonRows label={texts.loading} />
}

const reasonOf = (why: 'offline' | 'timeout' | 'unreadable' | 'aborted') => {
  const { network, readFailed } = shellTexts.now()
  return why === 'aborted' ? readFailed : { title: readFailed.title, text: network[why].title }
}
