// The inbox by promised time, one matter beside it, and what customer service may know and do.

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { type SupportState, supportStates } from '@fairlot/contract/support/states'
import { Checkbox, cx, StatusChip } from '@fairlot/ui'
import { StateChips } from '#kit/list/StateChips.tsx'
import { useAddress } from '#kit/use-address.ts'
import { useNow } from '#kit/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { supportTexts } from './texts/index.ts'
import { dueOf, type InboxRow, timeText } from './thread.ts'
import { ThreadView } from './ThreadView.tsx'
import styles from './Support.module.css'

const isState = (text: string | null): text is SupportState => supportStates.some((state) => state === text)

export function SupportPage() {
  const texts = supportTexts.use()
  const address = useAddress()
  const wanted = address.get('state')
  const state = isState(wanted) ? wanted : 'waiting'
  const mine = address.get('mine') === 'yes'
  const threadId = address.get('thread')
  const read = useRead('/support/inbox', { state, ...(mine && { mine }) }, { every: 5_000, keep: true })
  return (
    <div className={cx(styles.page, threadId !== null && styles.open)}>
      <TopAside>{read.data === undefined ? null : <Figures statistics={read.data.statistics} />}</TopAside>
      <section className={styles.inbox} aria-label={texts.inbox}>
        <div className={styles.filters}>
          <StateChips
            label={texts.inbox}
            states={supportStates}
            value={state}
            names={texts.states}
            counts={read.data?.counts ?? {}}
            onPick={(next) => address.turn({ state: next, thread: null })}
          />
          <Checkbox checked={mine} onChange={(on) => address.turn({ mine: on ? 'yes' : null })}>
            {texts.mine}
          </Checkbox>
        </div>
        <Answered read={read}>
          {({ threads }) => (
            <ul className={styles.list}>
              {threads.map((thread) => (
                <InboxLine
                  key={thread.threadId}
                  thread={thread}
                  isHere={thread.threadId === threadId}
                  onPress={() => address.turn({ thread: thread.threadId })}
                />
              ))}
              <li className={styles.end}>
                {threads.length === 0 ? texts.none : state === 'waiting' ? texts.sorted : null}
              </li>
            </ul>
          )}
        </Answered>
      </section>
      {threadId === null ? (
        <p className={styles.choose}>{texts.choose}</p>
      ) : (
        <ThreadView key={threadId} threadId={threadId} onClose={() => address.turn({ thread: null })} />
      )}
    </div>
  )
}

function Figures({ statistics }: { readonly statistics: ConsoleDataOf<'/support/inbox'>['statistics'] }) {
  const texts = supportTexts.use()
  const { days, cases, medianMinutes, late, overdue } = statistics
  const median = medianMinutes === null ? '—' : timeText(medianMinutes, texts)
  return <p className={cx('num', styles.figures)}>{texts.figures(days, cases, median, late, overdue)}</p>
}

interface LineProps {
  readonly thread: InboxRow
  readonly isHere: boolean
  readonly onPress: () => void
}

function InboxLine({ thread, isHere, onPress }: LineProps) {
  const texts = supportTexts.use()
  const now = useNow()
  const { title, owner, last, dueAt, assignee, byTicket } = thread
  const due = dueAt === null ? undefined : dueOf(dueAt, now, texts)
  return (
    <li>
      <button
        type="button"
        className={cx(styles.line, isHere && styles.here)}
        aria-current={isHere || undefined}
        onClick={onPress}
      >
        <span className={styles.first}>
          <b>{title}</b>
          {due === undefined ? null : <StatusChip tone={due.tone}>{due.text}</StatusChip>}
        </span>
        <span className={styles.second}>
          <span>{owner.name ?? owner.account}</span>
          <span className={styles.last}>{last}</span>
        </span>
        <small>
          {byTicket ? `${texts.blockedSignIn} · ` : ''}
          {assignee?.name ?? texts.unassigned}
        </small>
      </button>
    </li>
  )
}
