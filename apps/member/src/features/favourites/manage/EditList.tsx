// The watch list, or one group of it, for reordering, grouping and removing. Every change is saved at once, so leaving
// loses nothing.

import { Button, cx, Icon } from '@fairlot/ui'
import { useState, type KeyboardEvent } from 'react'
import { moveItem } from './move-item.ts'
import { manageTexts } from './texts/index.ts'
import { useDrag } from './use-drag.ts'
import styles from './EditList.module.css'

export interface EditItem {
  readonly symbol: string
  readonly name: string
  readonly caption: string
}

interface Props {
  readonly items: readonly EditItem[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (symbol: string, on: boolean) => void
  readonly onOrder: (symbols: readonly string[]) => void
}

export const EditList = ({ items, selected, onSelect, onOrder }: Props) => {
  const texts = manageTexts.use().edit
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    const item = items[from]
    const place = Math.max(0, Math.min(items.length - 1, to))
    if (item === undefined || place === from) return
    onOrder(moveItem(items, from, place).map(({ symbol }) => symbol))
    setSaid(texts.moved(item.name, place + 1))
  }
  const { drag, roomFor, handle } = useDrag(items.length, move)
  const press = (event: KeyboardEvent, index: number) => {
    const ways: Record<string, number> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      Home: 0,
      End: items.length - 1,
    }
    const to = ways[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(index, to)
  }
  return (
    <>
      <ul className={styles.list}>
        {items.map((item, index) => {
          const isDragged = drag?.from === index
          const room = roomFor(index)
          return (
            <li
              key={item.symbol}
              className={cx(styles.item, isDragged && styles.dragged)}
              style={
                isDragged
                  ? { transform: `translateY(${drag.shift}px)` }
                  : room === 0
                    ? undefined
                    : { transform: `translateY(${room * 100}%)` }
              }
            >
              <Choice item={item} checked={selected.has(item.symbol)} onSelect={onSelect} />
              <button
                type="button"
                className={styles.button}
                aria-label={texts.toTop(item.name)}
                onClick={() => move(index, 0)}
              >
                <Icon name="withdraw" size={1.25} />
              </button>
              <button
                type="button"
                className={cx(styles.button, styles.handle)}
                aria-label={texts.handle(item.name, index + 1, items.length)}
                onKeyDown={(event) => press(event, index)}
                {...handle(index)}
              >
                <Icon name="drag" size={1.25} />
              </button>
            </li>
          )
        })}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

interface ChoiceProps {
  readonly item: EditItem
  readonly checked: boolean
  readonly onSelect: Props['onSelect']
}

const Choice = ({ item, checked, onSelect }: ChoiceProps) => {
  const texts = manageTexts.use().edit
  return (
    <label className={styles.pick}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={texts.select(item.name)}
        checked={checked}
        onChange={(event) => onSelect(item.symbol, event.target.checked)}
      />
      <span className={styles.ring}>
        <Icon name="check" size={0.875} weight={2.6} />
      </span>
      <span className={styles.texts}>
        <span className={styles.name}>{item.name}</span>
        <span className={styles.caption}>{item.caption}</span>
      </span>
    </label>
  )
}

interface FootProps {
  readonly count: number
  readonly inGroup: boolean
  readonly onGroup: () => void
  readonly onRemove: () => void
}

export const EditFoot = ({ count, inGroup, onGroup, onRemove }: FootProps) => {
  const texts = manageTexts.use().edit
  return (
    <>
      <Button kind="quiet" disabled={count === 0} onPress={onGroup}>
        {texts.toGroup}
      </Button>
      <Button kind="danger" disabled={count === 0} onPress={onRemove}>
        {inGroup ? texts.removeFromGroup(count) : texts.removeAll(count)}
      </Button>
    </>
  )
}
