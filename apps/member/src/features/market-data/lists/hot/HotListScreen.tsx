import type { QuoteRow } from '@fairlot/contract/market-data'
import { cx, Empty, Link, Note, Segments } from '@fairlot/ui'
import { memo, useEffect, useRef, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { primeRows, useRow, useRows } from '../../live/index.ts'
import { Bones } from '../Bones.tsx'
import { FeedNote } from '../FeedNote.tsx'
import { detailPath, nameIn, readingOf, shortNameIn } from '../figures.ts'
import { QuoteChange, QuotePrice } from '../QuoteFigures.tsx'
import { SessionLine } from '../SessionLine.tsx'
import { listsTexts } from '../texts/index.ts'
import { hotTexts } from './texts/index.ts'
import { SORT_EVERY_MS } from '../sort-every.ts'
import { useHeld } from '../use-held.ts'
import { useStaleness } from '../use-staleness.ts'
import { useTurnoverText } from '../use-turnover-text.ts'
import styles from './HotListScreen.module.css'

const boards = ['any', 'listed', 'otc', 'etf'] as const
const SHOWN = 50

export const HotListScreen = () => {
  const texts = hotTexts.use()
  const { boards: names } = listsTexts.use()
  const shell = shellTexts.use()
  const stale = useStaleness()
  const [board, setBoard] = useState<(typeof boards)[number]>('any')
  const list = useRef<HTMLDivElement>(null)
  const held = useHeld(list)
  const read = useRead(
    '/market/listQuotes',
    { board, ranking: 'turnover', from: 0, count: SHOWN },
    { every: held ? false : SORT_EVERY_MS, quiet: true },
  )
  const fresh = read.data?.rows
  useEffect(() => {
    if (fresh !== undefined) primeRows(fresh)
  }, [fresh])
  useRows((fresh ?? []).map(({ symbol }) => symbol))
  return (
    <RouteScreen ownOffline>
      <Note tone="brand" icon="shield-check" className={styles.how}>
        <strong>{texts.how}</strong>
        {texts.rule}
      </Note>
      <Segments
        label={texts.boards}
        value={board}
        onChange={setBoard}
        items={boards.map((value) => ({ value, label: names[value] }))}
      />
      <div className={styles.session}>
        <FeedNote onRetry={() => void read.refetch()} empty={fresh === undefined} />
        <SessionLine />
      </div>
      <div ref={list} className={styles.list}>
        <Answered read={read} skeleton={<Bones label={shell.loading} />}>
          {({ rows }) => {
            const traded = rows.filter(({ turnover }) => turnover > 0)
            const max = traded[0]?.turnover ?? 0
            return traded.length === 0 ? (
              <Empty nothing={shell.nothing} text={texts.none} icon="market" />
            ) : (
              <ol aria-label={texts.list}>
                {traded.map((row, at) => (
                  <li key={row.symbol}>
                    <HotLine row={row} place={at + 1} max={max} stale={stale} />
                  </li>
                ))}
              </ol>
            )
          }}
        </Answered>
      </div>
    </RouteScreen>
  )
}

interface HotLineProps {
  readonly row: QuoteRow
  readonly place: number
  readonly max: number
  readonly stale: string | undefined
}

const HotLine = memo(function HotLine({ row, place, max, stale }: HotLineProps) {
  const texts = hotTexts.use()
  const language = useLanguage()
  const live = useRow(row.symbol) ?? row
  const reading = readingOf(live)
  const turnover = useTurnoverText()(live.turnover)
  const share = max === 0 ? 0 : Math.min(100, Math.round((live.turnover / max) * 100))
  return (
    <Link href={detailPath(row.symbol)} className={styles.line}>
      <span className={cx('num', styles.place, place <= 3 && styles.top)}>
        <span aria-hidden="true">{place}</span>
        <span className="visually-hidden">{texts.rank(place)}</span>
      </span>
      <span className={styles.texts}>
        <span className={styles.name}>
          <span aria-hidden="true">{shortNameIn(language, row)}</span>
          <span className="visually-hidden">{`${nameIn(language, row)} ${row.symbol}`}</span>
        </span>
        <span className={styles.amount}>
          <span className="num" aria-hidden="true">
            {turnover}
          </span>
          <span className="visually-hidden">{texts.turnover(turnover)}</span>
          <span className={styles.bar}>
            <i style={{ width: `${share}%` }} />
          </span>
        </span>
      </span>
      <QuotePrice live={live} reading={reading} stale={stale} />
      <QuoteChange live={live} reading={reading} stale={stale} />
    </Link>
  )
})
