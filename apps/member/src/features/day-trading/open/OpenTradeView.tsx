// One open day trade: how long it can stay open, the result of covering it now and why, and the two ways out.

import { ActionBar, Button, Empty, IconButton, Note, SkeletonRows, StatusChip } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { detailPath, shortNameIn, useMarketSession, useRow, useRows } from '#features/market-data'
import { useNow } from '#shell/live/use-now.ts'
import { rateText } from '#features/orders'
import { CloseSheet } from '#features/positions'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { leftText, lotsText, openTradeOf, tabPath } from '../figures.ts'
import { dayTradingTexts } from '../texts/index.ts'
import { type DayTrade, useDayTradeNews } from '../use-day-trades.ts'
import { type Status, useStatus } from '../use-status.ts'
import { useTerms } from '../use-terms.ts'
import { Countdown } from './Countdown.tsx'
import { Hero } from './Hero.tsx'
import styles from './OpenTrade.module.css'

const TickBars = lazy(() => import('./TickBars.tsx').then((file) => ({ default: file.TickBars })))
const Breakdown = lazy(() => import('./Breakdown.tsx').then((file) => ({ default: file.Breakdown })))
const KeepDialog = lazy(() => import('./KeepDialog.tsx').then((file) => ({ default: file.KeepDialog })))

const NO_POSITION = '00000000-0000-0000-0000-000000000000'

export const OpenTradeView = () => {
  const id = useSearch().get('id') ?? NO_POSITION
  const read = useRead('/positions/readPosition', { positionId: id }, { quiet: true })
  const status = useStatus()
  const row = read.data?.position
  useDayTradeNews()
  if (row === undefined || status.data === undefined)
    return (
      <RouteScreen>
        <Answered read={read}>{() => <Answered read={status}>{() => null}</Answered>}</Answered>
      </RouteScreen>
    )
  return row.state === 'closed' || !row.dayTrade ? (
    <Gone row={row} />
  ) : (
    <Open row={row} status={status.data} />
  )
}

/** More letters than fit in the bar. */
const isLong = (name: string): boolean => [...name].length > 5

/** A long name is shown on the page, and the bar has only the code. */
const useHeading = (row: DayTrade): string => {
  const name = shortNameIn(useLanguage(), row)
  return isLong(name) ? row.symbol : `${name} ${row.symbol}`
}

const Gone = ({ row }: { readonly row: DayTrade }) => {
  const texts = dayTradingTexts.use().open
  const navigate = useNavigate()
  return (
    <RouteScreen heading={useHeading(row)}>
      <Empty
        nothing={texts.gone.title}
        text={texts.gone.text}
        icon="check"
        action={
          <Button kind="quiet" onPress={() => navigate(tabPath('details'))}>
            {texts.gone.action}
          </Button>
        }
      />
    </RouteScreen>
  )
}

const Open = ({ row, status }: { readonly row: DayTrade; readonly status: Status }) => {
  const texts = dayTradingTexts.use().open
  const shell = shellTexts.use()
  const language = useLanguage()
  const hidden = useHideAmounts()
  const navigate = useNavigate()
  const [layer, setLayer] = useState<Layer>()
  const offset = useMarketSession()?.offset ?? 0
  const now = useNow(1_000) + offset
  const terms = useTerms(row.symbol)
  useRows([row.symbol])
  const live = useRow(row.symbol)
  const last = live?.last ?? row.last
  const coverAt = status.autoCoverAt === null ? undefined : Date.parse(status.autoCoverAt)
  const isLate = coverAt === undefined || coverAt <= now
  const rate = rateText(row.kind === 'etf' && terms !== undefined ? terms.taxEtf : status.taxStock)
  const name = shortNameIn(language, row)
  const close = () => setLayer(undefined)
  return (
    <RouteScreen
      heading={useHeading(row)}
      trailing={
        <IconButton
          name="market"
          size={1.5}
          label={texts.chartLink}
          onPress={() => navigate(detailPath(row.symbol))}
        />
      }
      footer={<Actions row={row} now={now} isLate={isLate} onLayer={setLayer} />}
    >
      <div className={styles.view}>
        {isLong(name) ? <p className={styles.name}>{name}</p> : null}
        <Countdown row={row} coverAt={coverAt} now={now} />
        <Hero
          row={row}
          trade={openTradeOf(row)}
          terms={terms}
          last={last}
          reference={live?.reference}
          tags={<Tags direction={row.direction} />}
        />
        {terms === undefined ? (
          <SkeletonRows label={shell.loading} count={3} />
        ) : last === null ? (
          <Note>{texts.noPrice}</Note>
        ) : (
          <Suspense fallback={<SkeletonRows label={shell.loading} count={3} />}>
            <TickBars row={row} trade={openTradeOf(row)} terms={terms} last={last} />
            <Breakdown row={row} trade={openTradeOf(row)} terms={terms} last={last} />
          </Suspense>
        )}
        <Note>
          {row.direction === 'short'
            ? texts.shortNote
            : texts.keepNote(
                hidden ? '••••' : formatMoney(BigInt(row.openedValue) + BigInt(row.openFee)),
                rate,
              )}
        </Note>
      </div>
      <Suspense>
        {layer === 'cover' ? <CloseSheet position={row} onClose={close} /> : null}
        {layer === 'keep' ? (
          <KeepDialog
            positionId={row.positionId}
            rate={rate}
            onClose={close}
            onKept={() => navigate(`/position/positionDetail?id=${row.positionId}`, { replace: true })}
          />
        ) : null}
      </Suspense>
    </RouteScreen>
  )
}

const Tags = ({ direction }: Pick<DayTrade, 'direction'>) => {
  const { directions, kinds } = dayTradingTexts.use()
  return (
    <>
      <StatusChip tone={direction === 'long' ? 'up' : 'down'}>{directions[direction]}</StatusChip>
      <StatusChip>{kinds[direction]}</StatusChip>
    </>
  )
}

type Layer = 'cover' | 'keep'

interface ActionsProps {
  readonly row: DayTrade
  readonly now: number
  /** The time to keep it has passed. */
  readonly isLate: boolean
  readonly onLayer: (layer: Layer) => void
}

const Actions = ({ row, now, isLate, onLayer }: ActionsProps) => {
  const { open: texts, left } = dayTradingTexts.use()
  const language = useLanguage()
  const free = row.shares - row.closing
  const locked = Date.parse(row.unlocksAt) - now
  return (
    <ActionBar>
      <div className={styles.actions}>
        {row.direction === 'long' && !isLate && row.closing === 0 ? (
          <Button kind="quiet" onPress={() => onLayer('keep')}>
            {texts.keep}
          </Button>
        ) : null}
        <Button
          wide
          disabled={free === 0 || locked > 0}
          reason={
            free === 0 ? texts.closing(lotsText(row.closing, language)) : texts.locked(leftText(locked, left))
          }
          onPress={() => onLayer('cover')}
        >
          {texts.cover(lotsText(free, language))}
        </Button>
      </div>
    </ActionBar>
  )
}
