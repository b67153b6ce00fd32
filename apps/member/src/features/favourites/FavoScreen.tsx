import type { DataOf } from '@fairlot/contract'
import type { QuoteRow } from '@fairlot/contract/market-data'
import { Empty, Icon, IconButton, TabStrip, TextLink } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
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
  const { list, rows, addRows, current, group, setGroup, symbols, shown } = useGroup()
  const [sorting, setSorting] = useState<WatchSorting>('mine')
  const [layer, setLayer] = useState<'group' | 'sort' | 'alerts'>()
  const [isEditing, setEditing] = useState(false)
  const watch = list.data

  if (isEditing && watch !== undefined)
    return (
      <Suspense fallback={<PageWait />}>
        <EditView
          watch={watch}
          rows={rows}
          group={group}
          onGroup={setGroup}
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
            <GroupTabs watch={data} group={group} onGroup={setGroup} onNew={() => setLayer('group')} />
            <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${group}`}>
              {data.symbols.length === 0 ? (
                <Suspense fallback={<PageWait />}>
                  <EmptyWatch />
                </Suspense>
              ) : symbols.length === 0 ? (
                <Empty nothing={shell.nothing} text={texts.groupEmpty} icon="star" />
              ) : (
                <>
                  <div className={styles.top}>
                    <Suspense>
                      <WatchTop rows={shown} sorting={sorting} onOpen={setLayer} />
                    </Suspense>
                  </div>
                  <FeedNote onRetry={() => void list.refetch()} />
                  <WatchRows
                    label={texts.list(current?.name ?? texts.all)}
                    symbols={symbols}
                    sorting={sorting}
                    alerted={alerted}
                    onRows={addRows}
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
            rows={shown}
            sorting={sorting}
            onSorting={setSorting}
            onMade={setGroup}
            onClose={() => setLayer(undefined)}
          />
        )}
      </Suspense>
    </RouteScreen>
  )
}

/** The chosen group, and the rows read so far. */
const useGroup = () => {
  const list = useWatchList()
  const [chosen, setGroup] = useState(ALL)
  const [rows, setRows] = useState<readonly QuoteRow[]>([])
  const current = list.data?.groups.find(({ id }) => id === chosen)
  const symbols = current?.symbols ?? list.data?.symbols ?? []
  const known = new Map(rows.map((row) => [row.symbol, row]))
  return {
    list,
    rows,
    addRows: (fresh: readonly QuoteRow[]) => setRows((before) => merge(before, fresh)),
    current,
    group: current?.id ?? ALL,
    setGroup,
    symbols,
    shown: symbols.flatMap((symbol) => known.get(symbol) ?? []),
  }
}

interface TabsProps {
  readonly watch: DataOf<'/favourites/listGroups'>
  readonly group: string
  readonly onGroup: (group: string) => void
  readonly onNew: () => void
}

const GroupTabs = ({ watch, group, onGroup, onNew }: TabsProps) => {
  const texts = favouritesTexts.use()
  return (
    <TabStrip
      label={texts.groups}
      value={group}
      onChange={onGroup}
      items={[
        { value: ALL, label: texts.all, count: watch.symbols.length },
        ...watch.groups.map(({ id, name, symbols }) => ({
          value: id,
          label: name,
          count: symbols.length,
        })),
      ]}
      panel={PANEL}
      trailing={<IconButton name="plus" label={texts.newGroup} onPress={onNew} />}
    />
  )
}

const AddStock = () => {
  const { addStock } = favouritesTexts.use()
  const navigate = useNavigate()
  return (
    <div className={styles.add}>
      <TextLink onPress={() => void navigate('/home/searchIndex')}>
        <Icon name="plus" size={1.125} />
        {addStock}
      </TextLink>
    </div>
  )
}

/** Keeps the rows of the other groups: the editing mode shows them all. */
const merge = (before: readonly QuoteRow[], fresh: readonly QuoteRow[]): readonly QuoteRow[] => {
  const all = new Map(before.map((row) => [row.symbol, row]))
  for (const row of fresh) all.set(row.symbol, row)
  return [...all.values()]
}
