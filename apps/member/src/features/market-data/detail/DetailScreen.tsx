// One instrument: its price, its chart, its book, its trades, its facts.

import {
  ActionBar,
  ErrorState,
  IconButton,
  InstrumentBar,
  Screen,
  ScreenBody,
  SimulatedMark,
  TabStrip,
} from '@fairlot/ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from '@fairlot/app-shell/router'
import { AlertSheet, StarButton } from '#features/favourites'
import { OrderBar } from '#features/orders'
import { useBack } from '#shell/back.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { rememberReturnTo, useSession } from '#shell/session.ts'
import { isSimulated, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import type { QuoteData } from '@fairlot/contract/market-data'
import { shortNameIn } from '../lists/figures.ts'
import { type LiveDetail } from '../live/index.ts'
import { useFeed } from '#shell/live/use-feed.ts'
import { Bones } from './Bones.tsx'
import type { ChartKind, Picked } from './chart/Legend.tsx'
import { SmallPrice } from './Hero.tsx'
import { Overview } from './Overview.tsx'
import { periods } from './periods.ts'
import { parts, type PartName } from './part-names.ts'
import { standingOf } from './standing.ts'
import { detailTexts } from './texts/index.ts'
import { useQuote, useRecordView } from './use-quote.ts'
import { useSymbol } from './use-symbol.ts'
import { useWide } from './use-wide.ts'
import styles from './DetailScreen.module.css'

// Parts that few visits need load on demand.
const Unknown = lazy(() => import('./Unknown.tsx').then((file) => ({ default: file.Unknown })))
const WideChart = lazy(() => import('./WideChart.tsx').then((file) => ({ default: file.WideChart })))
const Part = lazy(() => import('./Parts.tsx').then((file) => ({ default: file.Part })))

export const DetailScreen = () => {
  const symbol = useSymbol()
  return symbol === '' ? <Unknown /> : <Detail key={symbol} symbol={symbol} />
}

const Detail = ({ symbol }: { readonly symbol: string }) => {
  const { facts, live, read, isUnknown } = useQuote(symbol)
  const { readFailed, retry } = shellTexts.use()
  useRecordView(symbol, facts !== undefined)
  if (isUnknown) return <Unknown />
  if (facts !== undefined && live !== undefined) return <Known facts={facts} live={live} />
  return (
    <RouteScreen heading={symbol} ground="surface">
      {read.isError ? (
        <ErrorState
          title={readFailed.title}
          text={
            read.error.failed.why === 'refused' || read.error.failed.why === 'aborted'
              ? readFailed.text
              : readFailed[read.error.failed.why]
          }
          retry={{ label: retry, onPress: () => void read.refetch(), busy: read.isFetching }}
        />
      ) : (
        <Bones />
      )}
    </RouteScreen>
  )
}

const Known = ({ facts, live }: { readonly facts: QuoteData; readonly live: LiveDetail }) => {
  const texts = detailTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const site = useSite()
  const back = useBack()
  const feed = useFeed()
  const search = useSearch()
  const setSearch = useSetSearch()
  const standing = standingOf(live, feed)
  const [kind, setKind] = useState<ChartKind>(() => chartKindOf(search.get('period')))
  const [picked, setPicked] = useState<Picked | null>(null)
  const wide = useWide()
  const part = partOf(search.get('part'))
  const past = usePast()
  const name = shortNameIn(language, facts)
  const mark = isSimulated(site) ? <SimulatedMark>{shell.simulated.market}</SimulatedMark> : undefined
  const isCompact = part !== 'chart' || past
  const chart = { name, quote: live, standing, kind, onKind: setKind, picked, onPick: setPicked }
  const openPart = (next: PartName) => {
    setSearch('part', next)
    window.scrollTo(0, 0)
  }
  if (wide.isWide)
    return (
      <Suspense>
        <WideChart
          {...chart}
          mark={mark}
          feed={feed}
          onClose={wide.close}
          actions={
            <Suspense>
              <OrderBar symbol={facts.symbol} />
            </Suspense>
          }
        />
      </Suspense>
    )
  return (
    <Screen ground={part === 'chart' || part === 'depth' ? 'surface' : 'page'} className={styles.screen}>
      <InstrumentBar
        back={{ label: shell.back, onPress: back }}
        name={name}
        code={facts.symbol}
        mark={mark}
        price={isCompact ? <SmallPrice quote={live} standing={standing} feed={feed} /> : undefined}
        trailing={<BarButtons facts={facts} />}
        below={
          isCompact ? (
            <div className={styles.sections}>
              <TabStrip
                even
                label={texts.sections.label}
                value={part}
                onChange={openPart}
                panel="detail"
                items={parts.map((value) => ({ value, label: texts.sections[value] }))}
              />
            </div>
          ) : undefined
        }
      />
      <ScreenBody id="detail" className={styles.body}>
        {part === 'chart' ? (
          <Overview {...chart} at={facts.at} feed={feed} onWide={wide.open} onPart={openPart} />
        ) : (
          <Suspense>
            <Part name={part} quote={live} standing={standing} feed={feed} at={facts.at} />
          </Suspense>
        )}
      </ScreenBody>
      <ActionBar>
        <Suspense fallback={<div className={styles.bar} />}>
          <OrderBar symbol={facts.symbol} />
        </Suspense>
      </ActionBar>
    </Screen>
  )
}

const chartKindOf = (text: string | null): ChartKind => periods.find((period) => period === text) ?? 'day'
const partOf = (text: string | null): PartName => parts.find((part) => part === text) ?? 'chart'

/** Height of the large price; once it is scrolled under the bar, the bar shows the price. */
const HERO_REM = 6

const usePast = () => {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const update = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setPast(window.scrollY > HERO_REM * rem)
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  return past
}

const BarButtons = ({ facts }: { readonly facts: QuoteData }) => (
  <>
    <AlertBell facts={facts} />
    <span className={styles.star}>
      <Suspense>
        <StarButton symbol={facts.symbol} size={1.5} />
      </Suspense>
    </span>
  </>
)

const AlertBell = ({ facts }: { readonly facts: QuoteData }) => {
  const { alert } = detailTexts.use()
  const isMember = useSession() !== null
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const press = () => {
    if (isMember) {
      setOpen(true)
      return
    }
    rememberReturnTo(pathname + search)
    navigate('/login/login')
  }
  return (
    <>
      <IconButton name="bell" size={1.5} label={alert} onPress={press} />
      {isOpen ? (
        <Suspense>
          <AlertSheet row={facts} open onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
