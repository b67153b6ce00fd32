// The editing mode of the watch list. It shows no price, so it has no simulated mark.

import type { DataOf } from '@fairlot/contract'
import type { QuoteRow } from '@fairlot/contract/market-data'
import { ActionBar, Bar, Button, Dialog, Empty, Screen, ScreenBody, TabStrip, TextLink } from '@fairlot/ui'
import { useState } from 'react'
import { listsTexts, nameIn } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { ALL } from '../all-group.ts'
import { ChooseGroupSheet } from './ChooseGroupSheet.tsx'
import { EditFoot, EditList, type EditItem } from './EditList.tsx'
import { GroupSheet } from './GroupSheet.tsx'
import { favouritesTexts } from '../texts/index.ts'
import { manageTexts } from './texts/index.ts'
import { arrange, removeGroup } from '../use-watch-list.ts'
import styles from './EditView.module.css'

type Watch = DataOf<'/favourites/listGroups'>

const PANEL = 'edit-panel'

interface Props {
  readonly watch: Watch
  readonly rows: readonly QuoteRow[]
  readonly group: string
  readonly onGroup: (group: string) => void
  readonly onDone: () => void
}

export const EditView = ({ watch, rows, group, onGroup, onDone }: Props) => {
  const texts = { ...favouritesTexts.use(), ...manageTexts.use() }
  const lists = listsTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [order, setOrder] = useState<{ readonly of: string; readonly symbols: readonly string[] }>()
  const [layer, setLayer] = useState<'choose' | 'new' | 'rename' | 'remove' | undefined>()
  const current = watch.groups.find(({ id }) => id === group)
  const kept = current?.symbols ?? watch.symbols
  // A dropped row stays where it is until the server confirms the order.
  const symbols = order?.of === group && sameMembers(order.symbols, kept) ? order.symbols : kept
  const known = new Map(rows.map((row) => [row.symbol, row]))
  const items = symbols.map((symbol): EditItem => {
    const row = known.get(symbol)
    const place =
      row === undefined ? '' : ` · ${row.kind === 'etf' ? lists.boards.etf : lists.boards[row.board]}`
    return { symbol, name: row === undefined ? symbol : nameIn(language, row), caption: `${symbol}${place}` }
  })
  const chosen = symbols.filter((symbol) => selected.has(symbol))
  const isAll = chosen.length === symbols.length && symbols.length > 0
  const keepOrder = (next: readonly string[]) => {
    setOrder({ of: group, symbols: next })
    void arrange(current?.id, next)
  }
  const remove = async () => {
    const gone = new Set(chosen)
    const done = await arrange(
      current?.id,
      symbols.filter((symbol) => !gone.has(symbol)),
    )
    if (done) setSelected(new Set())
  }
  const moveTo = async (target: { readonly id: string; readonly symbols: readonly string[] }) => {
    setLayer(undefined)
    const done = await arrange(target.id, [...new Set([...target.symbols, ...chosen])])
    if (done && current !== undefined && current.id !== target.id) {
      const gone = new Set(chosen)
      await arrange(
        current.id,
        symbols.filter((symbol) => !gone.has(symbol)),
      )
    }
    if (done) setSelected(new Set())
  }
  return (
    <Screen foot="action">
      <Bar
        title={texts.edit.title}
        leading={
          <TextLink className={styles.all} onPress={() => setSelected(isAll ? new Set() : new Set(symbols))}>
            {isAll ? texts.edit.selectNone : texts.edit.selectAll}
          </TextLink>
        }
        trailing={
          <TextLink className={styles.done} onPress={onDone}>
            {texts.edit.done}
          </TextLink>
        }
      />
      <ScreenBody>
        <TabStrip
          label={texts.groups}
          value={group}
          onChange={(next) => {
            setSelected(new Set())
            onGroup(next)
          }}
          items={[
            { value: ALL, label: texts.all },
            ...watch.groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          panel={PANEL}
        />
        <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${group}`}>
          <p className={styles.hint}>{texts.edit.hint}</p>
          {current === undefined ? null : (
            <div className={styles.group}>
              <Button kind="quiet" small icon="edit" onPress={() => setLayer('rename')}>
                {texts.edit.rename}
              </Button>
              <Button kind="danger" small icon="trash" onPress={() => setLayer('remove')}>
                {texts.edit.removeGroup}
              </Button>
            </div>
          )}
          {items.length === 0 ? (
            <Empty nothing={shell.nothing} text={texts.groupEmpty} icon="star" />
          ) : (
            <EditList
              items={items}
              selected={selected}
              onSelect={(symbol, on) =>
                setSelected((before) => {
                  const next = new Set(before)
                  if (on) next.add(symbol)
                  else next.delete(symbol)
                  return next
                })
              }
              onOrder={keepOrder}
            />
          )}
        </div>
        <ActionBar>
          <EditFoot
            count={chosen.length}
            inGroup={current !== undefined}
            onGroup={() => setLayer('choose')}
            onRemove={() => void remove()}
          />
        </ActionBar>
        <ChooseGroupSheet
          open={layer === 'choose'}
          groups={watch.groups.filter(({ id }) => id !== current?.id)}
          onClose={() => setLayer(undefined)}
          onChoose={(target) => void moveTo(target)}
          onNew={() => setLayer('new')}
        />
        <GroupSheet
          open={layer === 'new' || layer === 'rename'}
          group={layer === 'rename' ? current : undefined}
          onClose={() => setLayer(layer === 'new' ? 'choose' : undefined)}
        />
        <Dialog
          open={layer === 'remove'}
          onClose={() => setLayer(undefined)}
          title={texts.edit.removeGroupAsk(current?.name ?? '')}
          role="alertdialog"
          icon="trash"
          tone="crit"
          actions={
            <>
              <Button
                kind="danger-fill"
                wide
                onPress={() => {
                  setLayer(undefined)
                  onGroup(ALL)
                  if (current !== undefined) void removeGroup(current.id)
                }}
              >
                {texts.edit.removeGroup}
              </Button>
              <Button kind="text" wide onPress={() => setLayer(undefined)}>
                {texts.edit.keep}
              </Button>
            </>
          }
        >
          {texts.edit.removeGroupText}
        </Dialog>
      </ScreenBody>
    </Screen>
  )
}

const sameMembers = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length
