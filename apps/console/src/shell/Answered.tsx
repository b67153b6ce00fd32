// Renders a read: a placeholder while loading (after 300 ms), the failure with a retry, or the answer.

import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState, SkeletonRows } from '@fairlot/ui'
import type { ReactNode } from 'react'
import type { ReadError } from './data.ts'
import { shellTexts } from './texts/index.ts'

interface Props<Data> {
  readonly read: UseQueryResult<Data, ReadError>
  readonly children: (data: Data) => ReactNode
}

export const Answered = <Data,>({ read, children }: Props<Data>) => {
  const texts = shellTexts.use()
  // An old answer stays on the page when a newer read fails.
  if (read.data !== undefined) return children(read.data)
  if (!read.isError) return <SkeletonRows label={texts.loading} />
  const { failed } = read.error
  const id = failed.why === 'refused' ? failed.requestId : undefined
  return (
    <ErrorState
      title={texts.readFailed.title}
      text={failed.why === 'refused' ? texts.readFailed.text : texts.network[failed.why]}
      retry={{ label: texts.retry, onPress: () => void read.refetch(), busy: read.isFetching }}
      detail={id === undefined ? undefined : texts.readFailed.request(id)}
    />
  )
}
