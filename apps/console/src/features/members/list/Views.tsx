import { Chip, Chips } from '@fairlot/ui'
import { SavedViews } from '#kit/views/SavedViews.tsx'
import { call } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { membersTexts } from '../texts/index.ts'
import { isSame, type MemberFilter } from './filter.ts'
import styles from './MemberList.module.css'

interface ViewsProps {
  readonly filter: MemberFilter
  readonly onShow: (filter: MemberFilter) => void
}

const grouped = (count: number): string => count.toLocaleString('en-US')

/** The common views with their counts, and the operator's own views. */
export function Views({ filter, onShow }: ViewsProps) {
  const texts = membersTexts.use().views
  const counts = useRead('/members/counts', {}, { every: 30_000, keep: true }).data
  const own = useRead('/members/listViews', {}).data?.views ?? []
  const built: readonly { name: string; filter: MemberFilter; count: string }[] = [
    {
      name: texts.all,
      filter: {},
      count:
        counts === undefined
          ? ''
          : counts.isEstimate
            ? texts.about(grouped(counts.all))
            : grouped(counts.all),
    },
    { name: texts.restricted, filter: { restricted: 'any' }, count: grouped(counts?.restricted ?? 0) },
    { name: texts.called, filter: { called: true }, count: grouped(counts?.called ?? 0) },
    { name: texts.waiting, filter: { waiting: true }, count: grouped(counts?.waiting ?? 0) },
  ]
  return (
    <div className={styles.views}>
      <Chips label={texts.label}>
        {built.map((view) => (
          <Chip key={view.name} selected={isSame(view.filter, filter)} onPress={() => onShow(view.filter)}>
            {view.name} {view.count}
          </Chip>
        ))}
      </Chips>
      <SavedViews
        views={own}
        path="/members/listViews"
        onShow={(view) => onShow(view.filter)}
        onSave={(name) => call('/members/saveView', { name, filter })}
        onRemove={(viewId) => call('/members/removeView', { viewId })}
      />
    </div>
  )
}
