import type { DataOf } from '@fairlot/contract'
import type { QuoteRow } from '@fairlot/contract/market-data'
import { Empty, Icon, IconButton, TabStrip, TextLink } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { Bones, FeedNote } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { ALL } from './all-group.ts'
import { PageWait } from './PageWait.tsx'
import { favouritesTexts } from './texts/index.ts'
import { useAlerted } from './use-alerts.ts'
import { useWatchList } from './use-watch-list.ts'
import type { WatchSorting } from './sortings.ts'
import { WatchRows } from './WatchRows.tsx'
import styles from './FavoScreen.module.css'

// Sheets load when they are opened: most members only read the list.
const manage = () => import('./manage/index.ts')
const EditView = lazy(() => manage().then((file) => ({ default: file.EditView })))
const WatchSheets = lazy(() => manage().then((file) => ({ default: file.WatchSheets })))
const EmptyWatch = lazy(() => manage().then((file) => ({ default: file.EmptyWatch })))

const WatchTop = lazy(() => import('./WatchTop.tsx').then((file) => ({ default: file.WatchTop })))

const PANEL = 'watch-panel'

export const FavoScreen = () => {
  const texts = favouritesTexts.use()
  const shell = shellTexts.use()
  const alerted = useAlerted()
  const list = useWatchList()
  const watch = list.data
  const { known, onRows, current, onGroup, symbols, rows } = useGroup(watch)
  const group = current?.id ?? ALL
  const [sorting, setSorting] = useState<WatchSorting>('mine')
  const [layer, setLayer] = useState<'group' | 'sort' | 'alerts'>()
  const [isEditing, setEditing] = useState(false)
  if (isEditing && watch !== undefined)
    return (
      <Suspense fallback={<PageWait />}>
        <EditView
          watch={watch}
          known={known}
          group={group}
          onGroup={onGroup}
          onDone={() => setEditing(false)}
        />
      </Suspense>
    )
  return (
    <RouteScreen
      ownOffline
      trailing={
        watch === undefined || watch.symbols.length === 0 ? undefined : (
          <IconButton name="edit" label={texts.editOpen} onPress={() => setEditing(true)} />
        )
      }
    >
      <Answered read={list} skeleton={<Bones label={shell.loading} />}>
        {(data) => (
          <>
            <GroupTabs watch={data} value={group} onChange={onGroup} onPress={() => setLayer('group')} />
            <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${group}`}>
              {data.symbols.length === 0 ? (
                <Suspense fallback={<PageWait />}>
                  <EmptyWatch />
                </Suspense>
              ) : symbols.length === 0 ? (
                <>
                  <Empty nothing={shell.nothing} text={texts.groupEmpty} icon="star" />
                  <AddStock />
                </>
              ) : (
                <>
                  <div className={styles.top}>
                    <Suspense>
                      <WatchTop rows={rows} sorting={sorting} onOpen={setLayer} />
                    </Suspense>
                  </div>
                  <FeedNote onRetry={() => void list.refetch()} />
                  <WatchRows
                    label={texts.list(current?.name ?? texts.all)}
                    symbols={symbols}
                    sorting={sorting}
                    alerted={alerted}
                    onRows={onRows}
                  />
                  <AddStock />
                </>
              )}
            </div>
          </>
        )}
      </Answered>
      <Suspense>
        {layer === undefined ? null : (
          <WatchSheets
            layer={layer}
            rows={rows}
            sorting={sorting}
            onSorting={setSorting}
            onMade={onGroup}
            onClose={() => setLayer(undefined)}
          />
        )}
      </Suspense>
    </RouteScreen>
  )
}

type Watch = DataOf<'/favourites/listGroups'>

/** The chosen group, and the rows read so far. */
const useGroup = (watch: Watch | undefined) => {
  const [chosen, setGroup] = useState(ALL)
  // Keeps the rows of the other groups: the editing mode shows them all.
  const [known, setKnown] = useState<ReadonlyMap<string, QuoteRow>>(new Map())
  const current = watch?.groups.find(({ id }) => id === chosen)
  const symbols = current?.symbols ?? watch?.symbols ?? []
  return {
    known,
    onRows: (fresh: readonly QuoteRow[]) =>
      setKnown((before) => new Map([...before, ...fresh.map((row) => [row.symbol, row] as const)])),
    current,
    onGroup: setGroup,
    symbols,
    rows: symbols.flatMap((symbol) => known.get(symbol) ?? []),
  }
}

interface TabsProps {
  readonly watch: Watch
  readonly value: string
  readonly onChange: (group: string) => void
  /** Makes a new group. */
  readonly onPress: () => void
}

const GroupTabs = ({ watch, value, onChange, onPress }: TabsProps) => {
  const texts = favouritesTexts.use()
  return (
    <TabStrip
      label={texts.groups}
      value={value}
      onChange={onChange}
      items={[
        { value: ALL, label: texts.all, count: watch.symbols.length },
        ...watch.groups.map(({ id, name, symbols }) => ({
          value: id,
          label: name,
          count: symbols.length,
        })),
      ]}
      panel={PANEL}
      trailing={<IconButton name="plus" label={texts.newGroup} onPress={onPress} />}
    />
  )
}

const AddStock = () => {
  const texts = favouritesTexts.use()
  const navigate = useNavigate()
  return (
    <div className={styles.add}>
      <TextLink onPress={() => navigate('/home/searchIndex')}>
        <Icon name="plus" size={1.125} />
        {texts.addStock}
      </TextLink>
    </div>
  )
}
