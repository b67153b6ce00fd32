import { shellTexts } from '#shell/texts/index.ts'
import { ConsoleButton } from './ConsoleButton.tsx'
import styles from './LoadMore.module.css'

interface LoadMoreProps {
  /** A list read page by page. */
  readonly read: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
}

/** Loads the next page; nothing after the last one. */
export function LoadMore({ read }: LoadMoreProps) {
  const texts = shellTexts.use()
  if (!read.hasNextPage) return null
  return (
    <div className={styles.more}>
      <ConsoleButton
        kind="outline"
        loading={read.isFetchingNextPage}
        onPress={() => void read.fetchNextPage()}
      >
        {texts.loadMore}
      </ConsoleButton>
    </div>
  )
}
