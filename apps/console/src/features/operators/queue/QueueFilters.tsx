import { Chip, Chips } from '@fairlot/ui'
import { ExportButton } from '#kit/filter/ExportButton.tsx'
import { Key } from '#kit/Key.tsx'
import { SavedViews } from '#kit/views/SavedViews.tsx'
import { call } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { queueTexts } from './texts/index.ts'
import type { useCounts } from './use-counts.ts'
import { chipNames, filterOf, viewFrom, type ChipName, type QueueView } from './view.ts'
import styles from './Queue.module.css'

interface QueueFiltersProps {
  readonly view: QueueView
  readonly counts: ReturnType<typeof useCounts>['data']
  readonly onTurn: (view: Partial<Pick<QueueView, 'kind' | 'chip' | 'sort'>>) => void
}

/** Which part of the queue is shown: the usual parts, and the operator's own. */
export function QueueFilters({ view, counts: read, onTurn }: QueueFiltersProps) {
  const texts = queueTexts.use()
  const saved = useRead('/operators/listViews', {}).data?.views ?? []
  const counts = read?.counts
  const chipCounts: Readonly<Record<ChipName, number | string>> = {
    mine: counts?.mine ?? 0,
    taken: counts?.assigned ?? 0,
    all: counts?.open ?? 0,
    second: counts?.second ?? 0,
    flagged: counts?.flagged ?? 0,
    late: counts?.late ?? 0,
    done: read === undefined ? '' : texts.doneToday(read.today.decided),
  }
  return (
    <div className={styles.filters}>
      <Chips label={texts.chips.label}>
        {chipNames.map((chip) => (
          <Chip key={chip} selected={view.chip === chip} onPress={() => onTurn({ chip })}>
            {texts.chips[chip]} {chipCounts[chip]}
          </Chip>
        ))}
      </Chips>
      <div className={styles.saved} role="group" aria-label={texts.views}>
        <SavedViews
          views={saved}
          path="/operators/listViews"
          onShow={({ filter }) => onTurn(viewFrom(filter))}
          onSave={(name) => call('/operators/saveView', { name, filter: filterOf(view) })}
          onRemove={(viewId) => call('/operators/removeView', { viewId })}
        />
      </div>
      <span className={styles.export}>
        <ExportButton path="/operators/exportQueue" body={{ filter: filterOf(view) }} />
      </span>
      <span className={styles.hint} aria-hidden="true">
        {view.sort === null ? texts.order : texts.sorts[view.sort]}
        <Key>J</Key>
        <Key>K</Key>
        {texts.move}
      </span>
    </div>
  )
}
