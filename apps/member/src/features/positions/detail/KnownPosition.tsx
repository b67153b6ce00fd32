// One position: its large result, what it consists of, and the close button.

import {
  ActionBar,
  Button,
  IconButton,
  InstrumentBar,
  LinkButton,
  Screen,
  ScreenBody,
  SimulatedMark,
  StatusChip,
} from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { detailPath, FeedNote, shortNameIn, useNamedRows, useRow, useRows } from '#features/market-data'
import { ticketPath } from '#features/orders'
import { useBack } from '#shell/back.ts'
import { refresh } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { isSimulated, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { lotsText, multipleText, resultAt, type PositionRow } from '../figures.ts'
import { positionsTexts } from '../texts/index.ts'
import { useGround } from '../use-ground.ts'
import { conditionsPath, useConditionShares } from '../use-conditions.ts'
import { useLock } from '../use-lock.ts'
import { Below } from './Below.tsx'
import { Hero } from './Hero.tsx'
import { detailTexts } from './texts/index.ts'
import styles from './PositionScreen.module.css'

const CloseSheet = lazy(() =>
  import('../close/CloseSheet.tsx').then((file) => ({ default: file.CloseSheet })),
)

export const KnownPosition = ({ detail }: { readonly detail: DataOf<'/positions/readPosition'> }) => {
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
  const isConditional = useConditionShares(row.positionId) > 0
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
            onPress={() => navigate(detailPath(row.symbol))}
          />
        }
      />
      <ScreenBody>
        {isOpen ? <FeedNote onRetry={() => void refresh('/positions/readPosition')} /> : null}
        <Hero
          row={row}
          result={result}
          last={last}
          line={detail.line}
          today={named?.spark ?? []}
          tags={<Tags row={row} />}
        />
        <Below detail={detail} last={last} ground={ground} lock={lock?.text} />
        {isOpen ? (
          <ActionBar>
            <Button kind="quiet" onPress={() => navigate(ticketPath(row.symbol, { side: row.direction }))}>
              {texts.more}
            </Button>
            {free <= 0 && isConditional ? (
              <LinkButton href={conditionsPath}>{texts.changeCondition}</LinkButton>
            ) : (
              <Button
                disabled={free <= 0}
                reason={shared.closing(lotsText(row.closing, language))}
                onPress={() => setClosing(true)}
              >
                {lock === undefined || lock.isShort
                  ? texts.close(lotsText(free > 0 ? free : row.shares, language))
                  : texts.condition}
              </Button>
            )}
          </ActionBar>
        ) : null}
      </ScreenBody>
      <Suspense>{closing ? <CloseSheet position={row} onClose={() => setClosing(false)} /> : null}</Suspense>
    </Screen>
  )
}

const Tags = ({ row }: { readonly row: PositionRow }) => {
  const texts = detailTexts.use()
  const shared = positionsTexts.use()
  const isForced = row.reason === 'liquidated' && row.state === 'closed'
  return (
    <span className={styles.tags}>
      <StatusChip tone={row.direction === 'long' ? 'up' : 'down'}>
        {shared.direction[row.direction]}
        {row.multiple === 100 ? '' : ` ${shared.times(multipleText(row.multiple))}`}
      </StatusChip>
      {row.origin === 'market' ? null : <StatusChip>{shared[row.origin]}</StatusChip>}
      {row.dayTrade ? <StatusChip>{shared.dayTrade}</StatusChip> : null}
      <StatusChip tone={isForced ? 'warn' : 'neutral'}>
        {isForced ? texts.forced.tag : texts.states[row.state]}
      </StatusChip>
    </span>
  )
}
