// What matches: the count, the sorting and a list that renders only the rows near the screen.

import type { ScreenData } from '@fairlot/contract/market-data'
import { Chip, Chips, CopyButton, Empty, ErrorState, Icon } from '@fairlot/ui'
import { useEffect, useRef, useState } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { Bone, Bones } from '../lists/Bones.tsx'
import { FeedNote } from '../lists/FeedNote.tsx'
import { listsTexts } from '../lists/texts/index.ts'
import { useBoard } from '../lists/use-board.ts'
import { useHeld } from '../lists/use-held.ts'
import { useNearRows } from '../lists/use-near-rows.ts'
import { useStaleness } from '../lists/use-staleness.ts'
import { useRows } from '../live/index.ts'
import { ScreenLine } from './ScreenLine.tsx'
import { queryOf, type ScreenSort, sortings } from './screen-query.ts'
import { screenerTexts } from './texts/index.ts'
import styles from './ScreenResults.module.css'

interface Props {
  readonly screen: ScreenData
  readonly sort: ScreenSort
  readonly onSort: (sort: ScreenSort) => void
}

/** In rem, as in the style sheet; English names take two lines. */
const HEIGHTS = { tw: 3.875, en: 4.75 }

export const ScreenResults = ({ screen, sort, onSort }: Props) => {
  const texts = screenerTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const stale = useStaleness()
  const list = useRef<HTMLUListElement>(null)
  const held = useHeld(list)
  const [[from, to], setRange] = useState<readonly [number, number]>([0, 0])
  const board = useBoard({ board: 'any', ranking: 'all', sort, screen }, from, to, held)
  const answer = board.head.data
  const count = answer?.total ?? 0
  const { first, end, height } = useNearRows(list, count, HEIGHTS[language])
  useEffect(() => setRange([first, Math.max(first, end - 1)]), [first, end])
  const shown = Array.from({ length: Math.max(0, Math.min(end, count) - first) }, (_, at) => first + at)
  useRows(shown.flatMap((index) => board.rowAt(index)?.symbol ?? []))
  return (
    <>
      <FeedNote onRetry={board.retry} empty={answer === undefined} />
      {answer === undefined ? null : (
        <div className={styles.top}>
          <h2>
            {texts.result(count)} <small>{texts.of(answer.rising + answer.falling + answer.flat)}</small>
          </h2>
          <CopyButton
            text={`${location.origin}${location.pathname}#/market/market?${queryOf(screen, sort)}`}
            texts={texts.link}
          />
        </div>
      )}
      {answer === undefined || answer.lacking === 0 ? null : (
        <p className={styles.lacking} data-part="lacking">
          {texts.lacking(answer.lacking)}
        </p>
      )}
      <SortChips sort={sort} onSort={onSort} />
      <div className={styles.head} aria-hidden="true">
        <span>{texts.columns.stock}</span>
        <span>{texts.columns.traded}</span>
        <span>{texts.columns.price}</span>
      </div>
      {answer === undefined && board.head.isError ? (
        <ErrorState
          title={shell.readFailed.title}
          text={shell.readFailed.text}
          retry={{ label: shell.retry, onPress: board.retry, busy: board.head.isFetching }}
        />
      ) : null}
      {answer === undefined && !board.head.isError ? <Bones label={shell.loading} /> : null}
      {answer !== undefined && count === 0 ? (
        <Empty nothing={shell.nothing} text={texts.none} icon="market" />
      ) : null}
      <ul
        ref={list}
        className={styles.list}
        aria-label={texts.list}
        style={{ height: `${count * height}px` }}
      >
        {shown.map((index) => {
          const row = board.rowAt(index)
          return (
            <li
              key={row?.symbol ?? index}
              className={styles.item}
              style={{ height: `${height}px`, transform: `translateY(${index * height}px)` }}
              aria-setsize={count}
              aria-posinset={index + 1}
            >
              {row === undefined ? <Bone /> : <ScreenLine row={row} stale={stale} />}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const SortChips = ({ sort, onSort }: Pick<Props, 'sort' | 'onSort'>) => {
  const texts = screenerTexts.use()
  const { order } = listsTexts.use()
  return (
    <Chips label={texts.sort} fill>
      {sortings.map((by) => {
        const isOn = by === sort.by
        return (
          <Chip
            key={by}
            selected={isOn}
            onPress={() => onSort({ by, descending: isOn ? !sort.descending : by !== 'symbol' })}
          >
            {texts.sortings[by]}
            {isOn ? (
              <>
                <span className="visually-hidden">
                  {sort.descending ? order.descending : order.ascending}
                </span>
                <Icon
                  name="chevron-down"
                  size={0.875}
                  weight={2}
                  className={sort.descending ? undefined : styles.turned}
                />
              </>
            ) : null}
          </Chip>
        )
      })}
    </Chips>
  )
}
