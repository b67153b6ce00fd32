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
import { useEditing } from './use-editing.ts'
import { removeGroup } from '../use-watch-list.ts'
import styles from './EditView.module.css'

type Watch = DataOf<'/favourites/listGroups'>

const PANEL = 'edit-panel'

interface Props {
  readonly watch: Watch
  readonly known: ReadonlyMap<string, QuoteRow>
  readonly group: string
  readonly onGroup: (group: string) => void
  readonly onDone: () => void
}

export const EditView = ({ watch, known, group, onGroup, onDone }: Props) => {
  const texts = { ...favouritesTexts.use(), ...manageTexts.use() }
  const shell = shellTexts.use()
  const [layer, setLayer] = useState<Layer>()
  const editing = useEditing(watch, group)
  const { current, symbols, selected, chosen, select } = editing
  const items = useItems(symbols, known)
  const isAll = chosen.length === symbols.length && symbols.length > 0
  return (
    <Screen foot="action">
      <Bar
        title={texts.edit.title}
        leading={
          <TextLink className={styles.all} onPress={() => select(isAll ? [] : symbols)}>
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
            select([])
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
            <Empty nothing={shell.nothing} text={texts.edit.groupEmpty} icon="star" />
          ) : (
            <EditList items={items} selected={selected} onSelect={editing.tick} onOrder={editing.keepOrder} />
          )}
        </div>
        <ActionBar>
          <EditFoot
            count={chosen.length}
            inGroup={current !== undefined}
            onGroup={() => setLayer('choose')}
            onRemove={() => void editing.remove()}
          />
        </ActionBar>
        <Layers
          layer={layer}
          onLayer={setLayer}
          groups={watch.groups}
          editing={editing}
          onRemoved={() => onGroup(ALL)}
        />
      </ScreenBody>
    </Screen>
  )
}

const useItems = (symbols: readonly string[], known: Props['known']): readonly EditItem[] => {
  const lists = listsTexts.use()
  const language = useLanguage()
  return symbols.map((symbol): EditItem => {
    const row = known.get(symbol)
    const place =
      row === undefined ? '' : ` · ${row.kind === 'etf' ? lists.boards.etf : lists.boards[row.board]}`
    return { symbol, name: row === undefined ? symbol : nameIn(language, row), caption: `${symbol}${place}` }
  })
}

type Layer = 'choose' | 'new' | 'rename' | 'remove'

interface LayersProps {
  readonly layer: Layer | undefined
  readonly onLayer: (layer: Layer | undefined) => void
  readonly groups: Watch['groups']
  readonly editing: ReturnType<typeof useEditing>
  readonly onRemoved: () => void
}

const Layers = ({ layer, onLayer, groups, editing, onRemoved }: LayersProps) => {
  const { current } = editing
  return (
    <>
      <ChooseGroupSheet
        open={layer === 'choose'}
        groups={groups.filter(({ id }) => id !== current?.id)}
        onClose={() => onLayer(undefined)}
        onChoose={(target) => {
          onLayer(undefined)
          void editing.moveTo(target)
        }}
        onNew={() => onLayer('new')}
      />
      <GroupSheet
        open={layer === 'new' || layer === 'rename'}
        group={layer === 'rename' ? current : undefined}
        onClose={() => onLayer(layer === 'new' ? 'choose' : undefined)}
      />
      <RemoveGroupDialog
        open={layer === 'remove'}
        name={current?.name ?? ''}
        onClose={() => onLayer(undefined)}
        onRemove={() => {
          onLayer(undefined)
          onRemoved()
          if (current !== undefined) void removeGroup(current.id)
        }}
      />
    </>
  )
}

interface DialogProps {
  readonly open: boolean
  readonly name: string
  readonly onClose: () => void
  readonly onRemove: () => void
}

const RemoveGroupDialog = ({ open, name, onClose, onRemove }: DialogProps) => {
  const texts = manageTexts.use().edit
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.removeGroupAsk(name)}
      role="alertdialog"
      icon="trash"
      tone="crit"
      actions={
        <>
          <Button kind="danger-fill" wide onPress={onRemove}>
            {texts.removeGroup}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    >
      {texts.removeGroupText}
    </Dialog>
  )
}
