import { cx, Empty, IconButton } from '@fairlot/ui'
import { useMemo, useState } from 'react'
import { LoadMore } from '#kit/LoadMore.tsx'
import { Answered } from '#shell/Answered.tsx'
import { TopAside } from '#shell/Frame.tsx'
import { useHelp } from '#shell/HelpDialog.tsx'
import { useMe } from '#shell/session.ts'
import { useShortcuts } from '#shell/shortcuts.ts'
import { BulkBar } from './BulkBar.tsx'
import { QueueFilters } from './QueueFilters.tsx'
import { QueueList, rowButtonId } from './QueueList.tsx'
import { QueueTabs, tabsOf } from './QueueTabs.tsx'
import { ReviewPane } from './ReviewPane.tsx'
import { useFlushing, usePendingVote } from './pending-vote.ts'
import { UndoBar } from './UndoBar.tsx'
import { queueTexts } from './texts/index.ts'
import { useCounts } from './use-counts.ts'
import { useQueue } from './use-queue.ts'
import { toggleTaken } from './assignment.ts'
import { useSelection } from './use-selection.ts'
import { PANE_HEADING } from './use-vote.ts'
import { filterOf, useQueueView, type QueueView, type ReviewRow, type SortName } from './view.ts'
import styles from './Queue.module.css'

export function QueuePage() {
  const texts = queueTexts.use()
  const [view, turn] = useQueueView()
  const counts = useCounts().data
  const queue = useQueue(filterOf(view))
  const rows = useMemo(() => (queue.data ?? []).flatMap(({ reviews }) => reviews), [queue.data])
  const selection = useSelection({ rows, review: view.review, turn, queue })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** On a narrow page the pane covers the list only after the operator has entered it. */
  const [isInside, setInside] = useState(false)
  const tabs = tabsOf(counts, view.kind)
  const show = (next: Partial<QueueView>) => turn({ ...next, review: null })
  const enter = () => {
    setInside(true)
    requestAnimationFrame(() => document.getElementById(PANE_HEADING)?.focus())
  }
  const leave = () => {
    setInside(false)
    if (view.review !== null) document.getElementById(rowButtonId(view.review))?.focus()
  }
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const me = useMe()
  const current = rows.find(({ reviewId }) => reviewId === view.review)
  useFlushing()
  useShortcuts({
    z: selection.undo,
    t: () => void toggleTaken(current, me?.operatorId),
    j: () => selection.step(1),
    k: () => selection.step(-1),
    ArrowDown: () => selection.step(1),
    ArrowUp: () => selection.step(-1),
    Enter: enter,
    Escape: leave,
    x: () => (view.review === null ? undefined : toggle(view.review)),
    ...Object.fromEntries(tabs.slice(0, 9).map((kind, index) => [String(index + 1), () => show({ kind })])),
  })
  useQueueHelp()
  return (
    <div className={styles.page} onFocus={selection.noteFocus}>
      <TopAside>
        {counts === undefined ? null : (
          <span className={cx('num', styles.today)}>
            {texts.today(counts.today.decided, counts.today.medianWaitMinutes)}
          </span>
        )}
      </TopAside>
      <QueueTabs tabs={tabs} here={view.kind} counts={counts} onTurn={(kind) => show({ kind })} />
      <QueueFilters view={view} counts={counts} onTurn={show} />
      <div className={cx(styles.split, isInside && styles.inside)}>
        <List
          view={view}
          queue={queue}
          rows={rows}
          open={counts?.counts.open ?? 0}
          selection={selection}
          chosen={chosen}
          onClear={() => setChosen(new Set())}
          onSort={(sort) => show({ sort: view.sort === sort ? null : sort })}
          onToggle={toggle}
          onEnter={enter}
        />
        <aside className={styles.pane} aria-label={texts.pane.label}>
          <span className={styles.backOut}>
            <IconButton name="back" label={texts.pane.back} onPress={leave} />
          </span>
          {view.review !== null ? (
            <ReviewPane key={view.review} reviewId={view.review} onVoted={selection.proceed} />
          ) : rows.length === 0 ? null : (
            <Empty nothing={texts.pane.none} text={texts.pane.noneText} icon="tasks" />
          )}
        </aside>
      </div>
    </div>
  )
}

function useQueueHelp() {
  const { keys } = queueTexts.use()
  const help = useMemo(
    () => [
      { keys: ['J', '↓'], text: keys.down },
      { keys: ['K', '↑'], text: keys.up },
      { keys: ['↵'], text: keys.open },
      { keys: ['A'], text: keys.approve },
      { keys: ['R'], text: keys.reject },
      { keys: ['V'], text: keys.show },
      { keys: ['Z'], text: keys.undo },
      { keys: ['T'], text: keys.take },
      { keys: ['X'], text: keys.choose },
      { keys: ['1–9'], text: keys.tabs },
    ],
    [keys],
  )
  useHelp(help)
}

interface ListProps {
  readonly view: QueueView
  readonly queue: ReturnType<typeof useQueue>
  readonly rows: readonly ReviewRow[]
  /** How many reviews are open for any operator. */
  readonly open: number
  readonly selection: ReturnType<typeof useSelection>
  readonly chosen: ReadonlySet<string>
  readonly onClear: () => void
  readonly onSort: (sort: SortName) => void
  readonly onToggle: (reviewId: string) => void
  readonly onEnter: () => void
}

function List(props: ListProps) {
  const { view, queue, rows, open, selection, chosen, onClear, onToggle, onEnter } = props
  const texts = queueTexts.use().list
  const pending = usePendingVote()
  const isMine = view.chip === 'mine'
  const pick = (row: ReviewRow, index: number) => {
    selection.go(row, index)
    // Where the pane covers the list there is no preview beside it: a tap enters the review.
    if (window.matchMedia('(max-width: 959px)').matches) onEnter()
  }
  return (
    <div id="queue-list" className={styles.list} role="tabpanel" aria-label={texts.label}>
      {chosen.size === 0 ? null : (
        <BulkBar rows={rows.filter(({ reviewId }) => chosen.has(reviewId))} onClear={onClear} />
      )}
      <Answered read={queue}>
        {() =>
          rows.length === 0 ? (
            <Empty
              nothing={isMine ? texts.emptyMine : texts.empty}
              text={isMine ? texts.emptyMineText(open) : texts.emptyText}
              icon="tasks"
            />
          ) : (
            <>
              <QueueList
                rows={rows}
                current={view.review}
                chosen={chosen}
                onPick={pick}
                onOpen={onEnter}
                onToggle={onToggle}
                sort={view.chip === 'done' ? undefined : { by: view.sort, onSort: props.onSort }}
              />
              <LoadMore read={queue} />
            </>
          )
        }
      </Answered>
      {isMine && rows.length > 0 ? <p className={styles.note}>{texts.onlyMine}</p> : null}
      {pending === null ? null : (
        <div className={styles.undo}>
          <UndoBar pending={pending} onUndo={selection.undo} onOpen={selection.select} />
        </div>
      )}
    </div>
  )
}
