// One holding from its first fill to its end: what it has brought, what it owes, its evidence, and the way out. With
// ?order= the page is about one order instead, which may have no holding yet.

import {
  ActionBar,
  Button,
  IconButton,
  InstrumentBar,
  Screen,
  ScreenBody,
  SimulatedMark,
  StatusChip,
} from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { detailPath, FeedNote, shortNameIn, useNamedRows, useRow, useRows } from '#features/market-data'
import { ticketPath } from '#features/orders'
import { Answered } from '#shell/Answered.tsx'
import { useBack } from '#shell/back.ts'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '#shell/language.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { isSimulated, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { lotsText, multipleText, resultAt } from '../figures.ts'
import { positionsTexts } from '../texts/index.ts'
import { useGround } from '../use-ground.ts'
import { useLock } from '../use-lock.ts'
import { useOwnChanges } from '../use-own-changes.ts'
import { Evidence } from './Evidence.tsx'
import { Facts } from './Facts.tsx'
import { ForcedClose } from './ForcedClose.tsx'
import { Hero } from './Hero.tsx'
import { Missing } from './Missing.tsx'
import { Secured } from './Secured.tsx'
import { Sums } from './Sums.tsx'
import { detailTexts } from './texts/index.ts'
import { Trades } from './Trades.tsx'
import styles from './PositionScreen.module.css'

const CloseSheet = lazy(() =>
  import('../close/CloseSheet.tsx').then((file) => ({ default: file.CloseSheet })),
)
const OrderTimeline = lazy(() => import('#features/orders').then((file) => ({ default: file.OrderTimeline })))

type Detail = DataOf<'/positions/readPosition'>

export const PositionScreen = () => {
  const search = useSearch()
  const order = search.get('order')
  const id = search.get('id')
  const { orderHeading } = detailTexts.use()
  if (order !== null)
    return (
      <RouteScreen heading={orderHeading}>
        <Suspense>
          <OrderTimeline orderId={order} />
        </Suspense>
      </RouteScreen>
    )
  return id === null || !/^[0-9a-f-]{36}$/i.test(id) ? <Missing /> : <Read key={id} id={id} />
}

const Read = ({ id }: { readonly id: string }) => {
  const read = useRead('/positions/readPosition', { positionId: id }, { quiet: true })
  useOwnChanges()
  if (read.isError && read.error.failed.why === 'refused' && read.error.failed.msg === 'order.not-found')
    return <Missing />
  if (read.data !== undefined) return <Known detail={read.data} />
  return (
    <RouteScreen>
      <Answered read={read}>{() => null}</Answered>
    </RouteScreen>
  )
}

const Known = ({ detail }: { readonly detail: Detail }) => {
  const { position: row } = detail
  const texts = detailTexts.use()
  const shared = positionsTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const navigate = useNavigate()
  const site = useSite()
  const back = useBack()
  const ground = useGround(row.symbol)
  useRows([row.symbol])
  const live = useRow(row.symbol)
  const named = useNamedRows([row.symbol]).get(row.symbol)
  const lock = useLock(row, ground)
  const [closing, setClosing] = useState(false)
  const isOpen = row.state !== 'closed'
  const last = isOpen ? (live?.last ?? row.last) : row.closePrice
  const result = isOpen ? resultAt(row, last, ground) : BigInt(row.realised)
  const free = row.shares - row.closing
  const isForced = row.reason === 'liquidated'
  const tags = (
    <span className={styles.tags}>
      <StatusChip tone={row.direction === 'long' ? 'up' : 'down'}>
        {shared.direction[row.direction]}
        {row.multiple === 100 ? '' : ` ${shared.times(multipleText(row.multiple))}`}
      </StatusChip>
      {row.dayTrade ? <StatusChip>{shared.dayTrade}</StatusChip> : null}
      <StatusChip tone={isForced && !isOpen ? 'warn' : 'neutral'}>
        {isForced && !isOpen ? texts.forced.tag : texts.states[row.state]}
      </StatusChip>
    </span>
  )
  return (
    <Screen foot={isOpen ? 'action' : 'none'}>
      <InstrumentBar
        back={{ label: shell.back, onPress: back }}
        name={shortNameIn(language, row)}
        code={row.symbol}
        mark={isSimulated(site) ? <SimulatedMark>{shell.simulated.market}</SimulatedMark> : undefined}
        trailing={
          <IconButton
            name="market"
            size={1.5}
            label={texts.chart}
            onPress={() => void navigate(detailPath(row.symbol))}
          />
        }
      />
      <ScreenBody>
        {isOpen ? <FeedNote onRetry={() => undefined} /> : null}
        <Hero
          row={row}
          result={result}
          last={last}
          line={detail.line}
          today={named?.spark ?? []}
          tags={tags}
        />
        {isForced && !isOpen ? (
          <ForcedClose detail={detail} />
        ) : (
          <Sums row={row} last={last} ground={ground} />
        )}
        {isOpen && (row.direction === 'short' || BigInt(row.loan) > 0n) ? (
          <Secured row={row} last={last} ground={ground} />
        ) : null}
        <Evidence fills={detail.fills} />
        <Trades detail={detail} />
        <Facts row={row} last={last} lock={lock} />
        {isOpen ? (
          <ActionBar>
            <Button
              kind="quiet"
              onPress={() => void navigate(ticketPath(row.symbol, { side: row.direction }))}
            >
              {texts.more}
            </Button>
            <Button
              disabled={free <= 0}
              reason={shared.closing(lotsText(row.closing, language))}
              onPress={() => setClosing(true)}
            >
              {lock === undefined
                ? texts.close(lotsText(free > 0 ? free : row.shares, language))
                : texts.condition}
            </Button>
          </ActionBar>
        ) : null}
      </ScreenBody>
      <Suspense>{closing ? <CloseSheet position={row} onClose={() => setClosing(false)} /> : null}</Suspense>
    </Screen>
  )
}
