// The button below a paged list that reads its next page; none when there is no further page.

import { Button } from '@fairlot/ui'
import type { ReactNode } from 'react'

interface Props {
  readonly read: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly kind?: 'quiet' | 'text' | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

export const MoreButton = ({ read, kind = 'quiet', className, children }: Props) =>
  read.hasNextPage ? (
    <Button
      kind={kind}
      wide
      className={className}
      loading={read.isFetchingNextPage}
      onPress={() => void read.fetchNextPage()}
    >
      {children}
    </Button>
  ) : null
