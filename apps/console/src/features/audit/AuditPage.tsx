import { Empty, TabStrip } from '@fairlot/ui'
import { useMemo } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { SplitPane } from '#kit/SplitPane.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { useShortcuts } from '#shell/shortcuts.ts'
import { ChainStrip } from './ChainStrip.tsx'
import { EntryPane } from './EntryPane.tsx'
import { EntryTable } from './EntryTable.tsx'
import { exportEntries } from './export-entries.ts'
import { Filters } from './Filters.tsx'
import { Pairs } from './Pairs.tsx'
import { auditTexts } from './texts/index.ts'
import { useEntries } from './use-entries.ts'
import { filterOf, useAuditView } from './view.ts'
import styles from './Audit.module.css'

const PANEL = 'audit-panel'

export function AuditPage() {
  const texts = auditTexts.use()
  const [view, turn] = useAuditView()
  return (
    <div className={styles.page}>
      <ChainStrip />
      <div className={styles.tabs}>
        <TabStrip
          label={texts.tabs.label}
          value={view.tab}
          onChange={(tab) => turn({ tab, entry: null })}
          items={[
            { value: 'trail', label: texts.tabs.trail },
            { value: 'pairs', label: texts.tabs.pairs },
          ]}
          panel={PANEL}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={texts.tabs[view.tab]} className={styles.panel}>
        {view.tab === 'pairs' ? <Pairs /> : <Trail />}
      </div>
    </div>
  )
}

function Trail() {
  const texts = auditTexts.use()
  const [view, turn] = useAuditView()
  const filter = filterOf(view)
  const read = useEntries(filter)
  const chain = useRead('/audit/chain', {}, { every: 30_000 })
  const entries = useMemo(() => (read.data ?? []).flatMap((page) => page.entries), [read.data])
  const current = entries.find(({ sequence }) => sequence === view.entry) ?? null
  const step = (by: 1 | -1) => {
    const at = entries.findIndex(({ sequence }) => sequence === view.entry)
    const next = entries[at === -1 ? 0 : Math.min(Math.max(at + by, 0), entries.length - 1)]
    if (next === undefined) return
    turn({ entry: next.sequence })
    document.getElementById(`entry-${next.sequence}`)?.focus()
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: () => turn({ entry: null }),
  })
  return (
    <>
      <TopAside>
        <ConsoleButton
          small
          kind="outline"
          disabled={entries.length === 0}
          onPress={() => exportEntries(entries, filter, chain.data?.checkpoint ?? null)}
        >
          {texts.export}
        </ConsoleButton>
      </TopAside>
      <Filters view={view} onTurn={turn} onAgain={() => void read.refetch()} />
      <SplitPane
        isShared
        pane={
          current === null
            ? undefined
            : {
                label: texts.pane.label,
                close: texts.pane.close,
                body: <EntryPane key={current.sequence} entry={current} onTurn={turn} />,
              }
        }
        onClose={() => turn({ entry: null })}
      >
        <Answered read={read}>
          {() =>
            entries.length === 0 ? (
              <Empty nothing={texts.table.none} text={texts.table.noneText} icon="history" />
            ) : (
              <EntryTable
                entries={entries}
                current={view.entry}
                onPick={(entry) => turn({ entry })}
                more={
                  read.hasNextPage
                    ? { busy: read.isFetchingNextPage, onPress: () => void read.fetchNextPage() }
                    : undefined
                }
              />
            )
          }
        </Answered>
      </SplitPane>
    </>
  )
}
