import { Chip, Chips, cx, Empty, IconButton, useTabKeys } from '@fairlot/ui'
import { reviewKinds, type ReviewKind } from '@fairlot/contract/operators'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Key } from '#kit/Key.tsx'
import { SavedViews } from '#kit/views/SavedViews.tsx'
import { Answered } from '#shell/Answered.tsx'
import { announce } from '#shell/announce.ts'
import { call } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { useHelp } from '#shell/HelpDialog.tsx'
import { useShortcuts } from '#shell/shortcuts.ts'
import { BulkBar } from './BulkBar.tsx'
import { QueueList, rowButtonId } from './QueueList.tsx'
import { ReviewPane, PANE_HEADING } from './ReviewPane.tsx'
import { takeBackVote, useFlushing, usePendingVote } from './pending-vote.ts'
import { UndoBar } from './UndoBar.tsx'
import { queueTexts } from './texts/index.ts'
import { useCounts } from './use-counts.ts'
import { useQueue } from './use-queue.ts'
import { chipNames, filterOf, useQueueView, viewFrom, type ChipName, type ReviewRow } from './view.ts'
import styles from './Queue.module.css'

/** Kinds always shown as tabs; the others appear when they have waiting reviews, or the address asks for them. */
const usualKinds: readonly ReviewKind[] = ['deposit', 'withdrawal', 'identity']

const selectedTab = () => document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')

export function QueuePage() {
  const texts = queueTexts.use()
  const [view, turn] = useQueueView()
  const counts = useCounts().data
  const saved = useRead('/operators/listViews', {}).data?.views ?? []
  const queue = useQueue(filterOf(view))
  const rows = useMemo(() => (queue.data ?? []).flatMap(({ reviews }) => reviews), [queue.data])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** On a narrow page the pane covers the list only after the operator has entered it. */
  const [isInside, setInside] = useState(false)

  // The address follows a moment later; two quick presses of J must still be two steps.
  const here = useRef(view.review)
  useEffect(() => {
    here.current = view.review
  }, [view.review])
  /** Voted on from this page: they are about to leave the list. */
  const votedOn = useRef(new Set<string>())
  const pickFirst = useEffectEvent((reviewId: string) => turn({ review: reviewId }))
  useEffect(() => {
    // An operator who opens the queue sees its first review, but not one they have just voted on.
    const first = rows.find(({ reviewId }) => !votedOn.current.has(reviewId))
    if (view.review === null && first !== undefined) pickFirst(first.reviewId)
  }, [view.review, rows])

  // A colleague can decide the focused row; it leaves the list, and the focus must stay on the page.
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return
    const row = view.review === null ? null : document.getElementById(rowButtonId(view.review))
    ;(row ?? document.getElementById(PANE_HEADING) ?? selectedTab())?.focus()
  }, [view.review, rows])

  const countOf = (kind: ReviewKind) => counts?.counts.byKind.find((each) => each.kind === kind)?.count ?? 0
  const tabs = [
    null,
    ...usualKinds,
    ...reviewKinds.filter((kind) => !usualKinds.includes(kind) && (countOf(kind) > 0 || kind === view.kind)),
  ]
  const chipCounts: Readonly<Partial<Record<ChipName, number>>> = {
    mine: counts?.counts.mine ?? 0,
    all: counts?.counts.open ?? 0,
    second: counts?.counts.second ?? 0,
    flagged: counts?.counts.flagged ?? 0,
    late: counts?.counts.late ?? 0,
  }

  const go = (row: ReviewRow | undefined, index: number) => {
    if (row === undefined) return
    here.current = row.reviewId
    turn({ review: row.reviewId })
    announce(texts.done.next(row.number, index + 1, rows.length))
    document.getElementById(rowButtonId(row.reviewId))?.focus()
    if (index >= rows.length - 5 && queue.hasNextPage && !queue.isFetchingNextPage) void queue.fetchNextPage()
  }
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ reviewId }) => reviewId === here.current)
    const to = at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)
    go(rows[to], to)
  }
  const enter = () => {
    setInside(true)
    requestAnimationFrame(() => document.getElementById(PANE_HEADING)?.focus())
  }
  const leave = () => {
    setInside(false)
    if (view.review !== null) document.getElementById(rowButtonId(view.review))?.focus()
  }
  const pick = (row: ReviewRow, index: number) => {
    go(row, index)
    // Where the pane covers the list there is no preview beside it: a tap enters the review.
    if (window.matchMedia('(max-width: 959px)').matches) enter()
  }
  /** After a vote: selects the next review of the list as it was, for quick keyboard work. */
  const proceed = (voted: string) => {
    // If the operator has moved on before the answer came, the selection stays.
    if (here.current !== voted) return
    votedOn.current.add(voted)
    const at = rows.findIndex(({ reviewId }) => reviewId === voted)
    // A voted row is about to leave the list and would take the focus with it.
    const to = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0)).toReversed()].find(
      ({ reviewId }) => !votedOn.current.has(reviewId),
    )
    if (to === undefined) {
      turn({ review: null })
      announce(texts.done.nothingLeft)
      // Keeps the focus on the page: on the selected kind's tab.
      selectedTab()?.focus()
    } else {
      here.current = to.reviewId
      turn({ review: to.reviewId })
      document.getElementById(rowButtonId(to.reviewId))?.focus()
    }
  }
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const keys = useTabKeys(
    tabs.map((kind) => ({ value: kind ?? ('all' as const) })),
    view.kind ?? 'all',
    (value) => turn({ kind: value === 'all' ? null : value, review: null }),
  )
  const showTab = (index: number) => {
    const kind = tabs[index]
    if (kind !== undefined) turn({ kind, review: null })
  }

  const pending = usePendingVote()
  useFlushing()
  /** Returns to the review whose vote was undone. */
  const takeBack = () => {
    const reviewId = takeBackVote()
    if (reviewId === null) return
    votedOn.current.delete(reviewId)
    here.current = reviewId
    turn({ review: reviewId })
    announce(texts.undo.taken)
  }

  useShortcuts({
    z: takeBack,
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: enter,
    Escape: leave,
    x: () => (view.review === null ? undefined : toggle(view.review)),
    ...Object.fromEntries(tabs.slice(0, 9).map((_, index) => [String(index + 1), () => showTab(index)])),
  })
  const help = useMemo(
    () => [
      { keys: ['J', '↓'], text: texts.keys.down },
      { keys: ['K', '↑'], text: texts.keys.up },
      { keys: ['↵'], text: texts.keys.open },
      { keys: ['A'], text: texts.keys.approve },
      { keys: ['R'], text: texts.keys.reject },
      { keys: ['V'], text: texts.keys.show },
      { keys: ['Z'], text: texts.keys.takeBack },
      { keys: ['X'], text: texts.keys.choose },
      { keys: ['1–9'], text: texts.keys.tabs },
    ],
    [texts],
  )
  useHelp(help)

  return (
    <div className={styles.page} onFocus={() => (hadFocus.current = true)}>
      <TopAside>
        {counts === undefined ? null : (
          <span className={cx('num', styles.today)}>
            {texts.today(counts.today.decided, counts.today.medianWaitMinutes)}
          </span>
        )}
      </TopAside>
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
            aria-selected={view.kind === kind}
            tabIndex={at === keys.index ? 0 : -1}
            aria-controls="queue-list"
            className={styles.tab}
            onClick={() => turn({ kind, review: null })}
          >
            {kind === null ? texts.tabs.all : texts.kinds[kind]}
            <span className="num">{kind === null ? (counts?.counts.open ?? 0) : countOf(kind)}</span>
          </button>
        ))}
      </div>
      <div className={styles.filters}>
        <Chips label={texts.chips.label}>
          {chipNames.map((chip) => (
            <Chip key={chip} selected={view.chip === chip} onPress={() => turn({ chip, review: null })}>
              {texts.chips[chip]} {chipCounts[chip] ?? ''}
            </Chip>
          ))}
        </Chips>
        <div className={styles.saved} role="group" aria-label={texts.views}>
          <SavedViews
            views={saved}
            path="/operators/listViews"
            onShow={({ filter }) => turn({ ...viewFrom(filter), review: null })}
            onSave={(name) => call('/operators/saveView', { name, filter: filterOf(view) })}
            onRemove={(viewId) => call('/operators/removeView', { viewId })}
          />
        </div>
        <span className={styles.hint} aria-hidden="true">
          {texts.order}
          <Key>J</Key>
          <Key>K</Key>
          {texts.move}
        </span>
      </div>
      <div className={cx(styles.split, isInside && styles.inside)}>
        <div id="queue-list" className={styles.list} role="tabpanel" aria-label={texts.list.label}>
          {chosen.size === 0 ? null : (
            <BulkBar
              rows={rows.filter(({ reviewId }) => chosen.has(reviewId))}
              onClear={() => setChosen(new Set())}
            />
          )}
          <Answered read={queue}>
            {() =>
              rows.length === 0 ? (
                <Empty
                  nothing={view.chip === 'mine' ? texts.list.emptyMine : texts.list.empty}
                  text={
                    view.chip === 'mine'
                      ? texts.list.emptyMineText(counts?.counts.open ?? 0)
                      : texts.list.emptyText
                  }
                  icon="tasks"
                />
              ) : (
                <QueueList
                  rows={rows}
                  current={view.review}
                  chosen={chosen}
                  onPick={pick}
                  onOpen={enter}
                  onToggle={toggle}
                  more={
                    queue.hasNextPage
                      ? { busy: queue.isFetchingNextPage, onPress: () => void queue.fetchNextPage() }
                      : undefined
                  }
                />
              )
            }
          </Answered>
          {view.chip === 'mine' && rows.length > 0 ? (
            <p className={styles.note}>{texts.list.onlyMine}</p>
          ) : null}
          {pending === null ? null : (
            <div className={styles.undo}>
              <UndoBar
                pending={pending}
                onTakeBack={takeBack}
                onOpen={(reviewId) => {
                  here.current = reviewId
                  turn({ review: reviewId })
                }}
              />
            </div>
          )}
        </div>
        <aside className={styles.pane} aria-label={texts.pane.label}>
          <span className={styles.backOut}>
            <IconButton name="back" label={texts.pane.back} onPress={leave} />
          </span>
          {view.review === null && rows.length === 0 ? null : view.review === null ? (
            <Empty nothing={texts.pane.none} text={texts.pane.noneText} icon="tasks" />
          ) : (
            <ReviewPane key={view.review} reviewId={view.review} onVoted={proceed} />
          )}
        </aside>
      </div>
    </div>
  )
}
