import { reviewKinds, type ReviewKind } from '@fairlot/contract/operators'
import { useTabKeys } from '@fairlot/ui'
import { queueTexts } from './texts/index.ts'
import type { useCounts } from './use-counts.ts'
import styles from './Queue.module.css'

type Counts = ReturnType<typeof useCounts>['data']

/** Kinds always shown as tabs; the others appear when they have waiting reviews, or the address asks for them. */
const usualKinds: readonly ReviewKind[] = ['deposit', 'withdrawal', 'identity']

const countOf = (counts: Counts, kind: ReviewKind): number =>
  counts?.counts.byKind.find((each) => each.kind === kind)?.count ?? 0

/** Null is the tab of all kinds. */
export const tabsOf = (counts: Counts, here: ReviewKind | null): readonly (ReviewKind | null)[] => [
  null,
  ...usualKinds,
  ...reviewKinds.filter((kind) => !usualKinds.includes(kind) && (countOf(counts, kind) > 0 || kind === here)),
]

export const selectedTab = () => document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')

interface QueueTabsProps {
  readonly tabs: readonly (ReviewKind | null)[]
  readonly here: ReviewKind | null
  readonly counts: Counts
  readonly onTurn: (kind: ReviewKind | null) => void
}

export function QueueTabs({ tabs, here, counts, onTurn }: QueueTabsProps) {
  const texts = queueTexts.use()
  const keys = useTabKeys(
    tabs.map((kind) => ({ value: kind ?? ('all' as const) })),
    here ?? 'all',
    (value) => onTurn(value === 'all' ? null : value),
  )
  return (
    <div
      ref={keys.list}
      className={styles.tabs}
      role="tablist"
      aria-label={texts.tabs.label}
      onKeyDown={keys.onKeyDown}
    >
      {tabs.map((kind, at) => (
        <button
          key={kind ?? 'all'}
          type="button"
          role="tab"
          aria-selected={here === kind}
          tabIndex={at === keys.index ? 0 : -1}
          aria-controls="queue-list"
          className={styles.tab}
          onClick={() => onTurn(kind)}
        >
          {kind === null ? texts.tabs.all : texts.kinds[kind]}
          <span className="num">{kind === null ? (counts?.counts.open ?? 0) : countOf(counts, kind)}</span>
        </button>
      ))}
    </div>
  )
}
