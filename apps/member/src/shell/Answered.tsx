// Renders a read: a placeholder while loading (after 300 ms), the failure with a retry, or the answer.

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
  // An old answer stays on screen when a newer read fails: the toast has reported it.
  if (read.data !== undefined) return children(read.data)
  if (read.isError) {
    const { failed } = read.error
    const { readFailed, retry } = texts
    const id = failed.why === 'refused' ? failed.requestId : undefined
    const text =
      failed.why === 'refused' || failed.why === 'aborted' ? readFailed.text : readFailed[failed.why]
    return (
      <ErrorState
        title={readFailed.title}
        text={text}
        retry={{ label: retry, onPress: () => void read.refetch(), busy: read.isFetching }}
        detail={id === undefined ? undefined : readFailed.request(id)}
      />
    )
  }
  return skeleton ?? <SkeletonRows label={texts.loading} />
}
