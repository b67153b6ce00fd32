import type { QuoteRow } from '@fairlot/contract/market-data'
import type { WatchSorting } from '../sortings.ts'
import { AlertsSheet } from './AlertsSheet.tsx'
import { GroupSheet } from './GroupSheet.tsx'
import { SortSheet } from './SortSheet.tsx'

interface Props {
  readonly layer: 'group' | 'sort' | 'alerts'
  readonly rows: readonly QuoteRow[]
  readonly sorting: WatchSorting
  readonly onSorting: (sorting: WatchSorting) => void
  /** Called when a group was created. */
  readonly onMade: (group: string) => void
  readonly onClose: () => void
}

/** The sheets over the watch list: a new group, the sorting, the alerts. */
export const WatchSheets = ({ layer, rows, sorting, onSorting, onMade, onClose }: Props) => (
  <>
    {layer === 'group' ? <GroupSheet open onClose={onClose} onMade={onMade} /> : null}
    {layer === 'sort' ? (
      <SortSheet
        sorting={sorting}
        onChoose={(next) => {
          onSorting(next)
          onClose()
        }}
        onClose={onClose}
      />
    ) : null}
    {layer === 'alerts' ? <AlertsSheet open rows={rows} onClose={onClose} /> : null}
  </>
)
