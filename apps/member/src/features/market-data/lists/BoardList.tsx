// One board in one ranking, with its description and the market's state above it.

import { Empty, ErrorState, Icon } from '@fairlot/ui'
import { type ReactNode, useRef, useState } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { BoardHead } from './BoardHead.tsx'
import { FeedNote } from './FeedNote.tsx'
import { Bones } from './Bones.tsx'
import { QuoteList } from './QuoteList.tsx'
import { SessionLine } from './SessionLine.tsx'
import type { Sort } from './sorting.ts'
import { listsTexts } from './texts/index.ts'
import { useBoard, type Question } from './use-board.ts'
import { useHeld } from './use-held.ts'
import styles from './BoardList.module.css'

interface Props {
  readonly question: Question
  /** The marked column heading. */
  readonly sort: Sort | undefined
  readonly onSort: (by: Sort['by']) => void
  readonly rule: string
  readonly label: string
  readonly auction: boolean
  readonly auctionNote?: ReactNode
}

export const BoardList = (props: Props) => {
  const { question, sort, onSort, rule, label, auction } = props
  const texts = listsTexts.use()
  const shell = shellTexts.use()
  const list = useRef<HTMLUListElement>(null)
  const held = useHeld(list)
  const [[first, last], setRange] = useState<readonly [number, number]>([0, 0])
  const board = useBoard(question, first, last, held)
  const answer = board.head.data
  return (
    <>
      <FeedNote onRetry={board.retry} empty={answer === undefined} />
      <SessionLine counts={answer} />
      {auction ? props.auctionNote : null}
      <p className={styles.rule}>
        <Icon name="info" size={0.875} />
        {rule}
      </p>
      <BoardHead sort={sort} onSort={onSort} auction={auction} />
      {answer === undefined && board.head.isError ? (
        <ErrorState
          title={shell.readFailed.title}
          text={shell.readFailed.text}
          retry={{ label: shell.retry, onPress: board.retry, busy: board.head.isFetching }}
        />
      ) : null}
      {answer?.total === 0 ? (
        <Empty nothing={shell.nothing} text={texts.none[question.ranking] ?? texts.none.all} icon="market" />
      ) : null}
      <QuoteList
        ref={list}
        label={label}
        count={answer?.total ?? 0}
        rowAt={board.rowAt}
        onRange={(from, to) => setRange([from, to])}
        auction={auction}
        volume
      />
      {/* Below the list, so that the list does not move when they go. */}
      {answer === undefined && !board.head.isError ? <Bones label={shell.loading} /> : null}
    </>
  )
}
