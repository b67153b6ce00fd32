import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { cx, Empty, Icon, StatusChip } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { queueTexts } from '#features/operators'
import { Initial } from '#kit/Initial.tsx'
import { Key } from '#kit/Key.tsx'
import { LoadMore } from '#kit/LoadMore.tsx'
import { Moment } from '#kit/Moment.tsx'
import { useSearchText } from '#kit/filter/search-text.ts'
import { SearchBox } from '#kit/filter/SearchBox.tsx'
import { useAddress } from '#kit/use-address.ts'
import { usePages } from '#kit/use-pages.ts'
import { Answered } from '#shell/Answered.tsx'
import { momentText } from '#shell/format.ts'
import { useHelp } from '#shell/HelpDialog.tsx'
import { useShortcuts } from '#shell/shortcuts.ts'
import { percentOf } from '../percent.ts'
import { membersTexts } from '../texts/index.ts'
import { addressOf, filterFrom } from './filter.ts'
import { Filters } from './Filters.tsx'
import { Views } from './Views.tsx'
import styles from './MemberList.module.css'

type Row = ConsoleDataOf<'/members/list'>['members'][number]

const rowId = (memberId: string): string => `member-${memberId}`

export function MemberList() {
  const texts = membersTexts.use().list
  const address = useAddress()
  const navigate = useNavigate()
  const filter = filterFrom(address.get)
  const sort = address.get('sort') === 'seen' ? 'seen' : 'joined'
  const [text, search] = useSearchText()
  const read = usePages(
    '/members/list',
    { filter, sort, ...(text === '' ? {} : { text }) },
    { isPolled: text === '' },
  )
  const rows = useMemo(() => (read.data ?? []).flatMap(({ members }) => members), [read.data])
  const open = (memberId: string) => navigate(`/members?member=${memberId}`)
  const here = useRowKeys(rows, open, () => {
    if (read.hasNextPage && !read.isFetchingNextPage) void read.fetchNextPage()
  })
  const isBySeen = sort === 'seen' || filter.seenWithinDays !== undefined
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <SearchBox hint={texts.search} value={text} onSearch={search} />
        <Filters filter={filter} onTurn={address.turn} />
        <Views filter={filter} onShow={(next) => address.turn(addressOf(next))} />
      </div>
      <div className={styles.scroll}>
        <Answered read={read}>
          {() =>
            rows.length === 0 ? (
              <Empty nothing={texts.empty} text={texts.emptyText} icon="mine" />
            ) : (
              <>
                <table className={styles.table} aria-label={texts.label}>
                  <Head
                    isBySeen={isBySeen}
                    onSort={() => address.turn({ sort: isBySeen ? null : 'seen', seen: null })}
                  />
                  <tbody>
                    {rows.map((row, index) => (
                      <Line
                        key={row.memberId}
                        row={row}
                        isHere={row.memberId === here}
                        isTabStop={here === null ? index === 0 : row.memberId === here}
                        onOpen={() => open(row.memberId)}
                      />
                    ))}
                  </tbody>
                </table>
                <LoadMore read={read} />
              </>
            )
          }
        </Answered>
      </div>
      <footer className={styles.foot}>
        <span>{texts.masked}</span>
        <span className={cx('num', styles.keys)}>
          {texts.shown(rows.length)}
          <span aria-hidden="true">
            <Key>J</Key>
            <Key>K</Key> {texts.move} <Key>↵</Key> {texts.open}
          </span>
        </span>
      </footer>
    </div>
  )
}

/** Steps through the rows by keys. Returns the member whose row has the focus. */
function useRowKeys(
  rows: readonly Row[],
  open: (memberId: string) => void,
  onEnd: () => void,
): string | null {
  const texts = membersTexts.use().list
  const [here, setHere] = useState<string | null>(null)
  // Two quick presses of J are two steps, even before the first is rendered.
  const place = useRef(-1)
  useEffect(() => {
    place.current = rows.findIndex(({ memberId }) => memberId === here)
  }, [rows, here])
  const step = (by: 1 | -1) => {
    const to = Math.min(Math.max(place.current + by, 0), rows.length - 1)
    const row = rows[to]
    if (row === undefined) return
    place.current = to
    setHere(row.memberId)
    document.getElementById(rowId(row.memberId))?.focus()
    if (to >= rows.length - 5) onEnd()
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => (here === null ? undefined : open(here)),
  })
  const help = useMemo(
    () => [
      { keys: ['J', '↓'], text: texts.move },
      { keys: ['K', '↑'], text: texts.move },
      { keys: ['↵'], text: texts.open },
    ],
    [texts],
  )
  useHelp(help)
  return here
}

interface HeadProps {
  readonly isBySeen: boolean
  readonly onSort: () => void
}

function Head({ isBySeen, onSort }: HeadProps) {
  const texts = membersTexts.use().list
  return (
    <thead>
      <tr>
        <th scope="col">{texts.member}</th>
        <th scope="col">{texts.state}</th>
        <th scope="col">{texts.identity}</th>
        <th scope="col" className={styles.right}>
          {texts.total}
        </th>
        <th scope="col" className={cx(styles.right, styles.wide)}>
          {texts.ratio}
        </th>
        <th scope="col" className={cx(styles.right, styles.wide)}>
          {texts.inflow}
        </th>
        <th scope="col">{texts.attention}</th>
        <th scope="col" aria-sort={isBySeen ? 'descending' : undefined}>
          <button
            type="button"
            className={styles.sort}
            title={isBySeen ? texts.sortByJoined : texts.sortBy}
            onClick={onSort}
          >
            {texts.seen}
            {isBySeen ? <span aria-hidden="true">↓</span> : null}
          </button>
        </th>
      </tr>
    </thead>
  )
}

interface LineProps {
  readonly row: Row
  readonly isHere: boolean
  readonly isTabStop: boolean
  readonly onOpen: () => void
}

function Line({ row, isHere, isTabStop, onOpen }: LineProps) {
  const all = membersTexts.use()
  const texts = all.list
  return (
    <tr className={cx(isHere && styles.here)} onClick={onOpen}>
      <th scope="row">
        <span className={styles.member}>
          <Initial name={row.name ?? row.account} />
          <span>
            <button
              id={rowId(row.memberId)}
              type="button"
              className={styles.open}
              tabIndex={isTabStop ? 0 : -1}
              aria-current={isHere || undefined}
              onClick={(event) => {
                event.stopPropagation()
                onOpen()
              }}
            >
              {row.name ?? row.account}
            </button>
            <small className="num">
              {row.number}
              {row.name === null ? '' : ` · ${row.account}`}
            </small>
          </span>
        </span>
      </th>
      <td>
        <States row={row} />
      </td>
      <td className={cx(row.verification !== 'verified' && styles.quiet)}>
        {all.verification[row.verification]}
      </td>
      <td className={cx('num', styles.right, styles.strong)}>{formatMoney(row.total)}</td>
      <td className={cx('num', styles.right, styles.wide, row.callDeadline !== null && styles.warn)}>
        {row.ratioBp === null ? '—' : percentOf(row.ratioBp)}
      </td>
      <td className={cx('num', styles.right, styles.wide)}>{formatMoney(row.inflow, { plus: true })}</td>
      <td>
        <Attention row={row} />
      </td>
      <td className={cx('num', styles.quiet, styles.nowrap)}>
        {row.lastSeenAt === null ? texts.never : <Moment at={row.lastSeenAt} />}
        <Icon name="chevron" size={0.875} className={styles.chevron} />
      </td>
    </tr>
  )
}

function States({ row }: { readonly row: Row }) {
  const all = membersTexts.use()
  if (row.restrictions.length > 0)
    return (
      <span className={styles.chips}>
        {row.restrictions.map((kind) => (
          <StatusChip key={kind} tone={kind === 'no-trading' || kind === 'no-withdrawal' ? 'warn' : 'crit'}>
            {all.restrictions[kind]}
          </StatusChip>
        ))}
      </span>
    )
  if (row.callDeadline !== null) return <StatusChip tone="warn">{all.list.call}</StatusChip>
  if (row.kind !== 'member') return <StatusChip tone="brand">{all.kinds[row.kind]}</StatusChip>
  return <StatusChip>{all.list.normal}</StatusChip>
}

function Attention({ row }: { readonly row: Row }) {
  const texts = membersTexts.use().list
  const { kinds } = queueTexts.use()
  const parts: { readonly key: string; readonly text: string; readonly isWarning: boolean }[] = [
    ...(row.callDeadline === null
      ? []
      : [{ key: 'call', text: texts.deadline(momentText(row.callDeadline)), isWarning: true }]),
    ...row.waiting.map((kind) => ({ key: kind, text: texts.waiting(kinds[kind]), isWarning: false })),
    ...(row.sharing === 0 ? [] : [{ key: 'sharing', text: texts.sharing(row.sharing + 1), isWarning: true }]),
  ]
  if (parts.length === 0) return <span className={styles.quiet}>—</span>
  return parts.map(({ key, text, isWarning }) => (
    <span key={key} className={cx(styles.attention, isWarning ? styles.warn : styles.quiet)}>
      {text}
    </span>
  ))
}
