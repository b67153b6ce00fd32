// ⌘K or Ctrl+K: pages by name, and members, orders and reviews by their full number.

import { Icon } from '@fairlot/ui'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Key } from '#kit/Key.tsx'
import { Popup } from '#kit/Popup.tsx'
import { useRead } from './data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { pageOf, type ConsolePage } from './page.ts'
import { mayDo, useMe } from './session.ts'
import { shellTexts } from './texts/index.ts'
import styles from './Palette.module.css'

interface PaletteProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly pages: readonly ConsolePage[]
}

/** As printed on the keyboard. */
const ESC = 'Esc'
const FEWEST = 4
const PAUSE_MS = 200

/** The text, once typing has paused: half a number needs no answer. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export const Palette = ({ open, onClose, pages }: PaletteProps) => {
  const { search } = shellTexts.use()
  return (
    <Popup open={open} onClose={onClose} title={search.title} wide bare>
      {open ? <Finder onClose={onClose} pages={pages} /> : null}
    </Popup>
  )
}

/** What the server knows under the text, then the pages whose name contains it. */
function useFound(text: string, pages: readonly ConsolePage[]) {
  const { search } = shellTexts.use()
  const language = useLanguage()
  const me = useMe()
  const wanted = useSettled(text.trim())
  const read = useRead('/operators/search', { text: wanted }, { enabled: wanted.length >= FEWEST })
  const lower = text.trim().toLowerCase()
  const inMenu = pages
    .filter(({ menu, right }) => menu !== undefined && mayDo(me, right))
    .filter(({ title, keywords = [] }) =>
      [title.tw, title.en, ...keywords].some((each) => each.toLowerCase().includes(lower)),
    )
    .map((page) => ({
      id: page.path as string,
      icon: page.menu?.icon ?? ('doc' as const),
      title: page.title[language],
      detail: search.pages,
      path: page.path as string,
    }))
  const found = (wanted.length < FEWEST || read.data === undefined ? [] : read.data.found)
    .map((each) => ({
      id: each.id,
      icon: ({ member: 'mine', order: 'trade', review: 'tasks' } as const)[each.kind],
      title: each.title,
      detail: `${search.kinds[each.kind]} ${each.detail}`,
      path:
        each.kind === 'review'
          ? `/queue?review=${each.id}`
          : each.memberId === null
            ? ''
            : `/members?member=${each.memberId}`,
    }))
    // Drops results whose page does not exist.
    .filter(({ path }) => path !== '' && pageOf(pages, path.split('?')[0] ?? '') !== undefined)
  return [...found, ...inMenu]
}

function Finder({ onClose, pages }: Omit<PaletteProps, 'open'>) {
  const { search } = shellTexts.use()
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const items = useFound(text, pages)
  const chosen = Math.min(at, items.length - 1)
  const go = (path: string) => {
    onClose()
    void navigate(path)
  }
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((Math.max(chosen, 0) + step + items.length) % Math.max(items.length, 1))
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const item = items[chosen]
      if (item !== undefined) go(item.path)
    }
  }
  return (
    <>
      <div className={styles.field}>
        <Icon name="search" size={1.125} />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={items[chosen] === undefined ? undefined : `${listId}-${chosen}`}
          aria-label={search.hint}
          placeholder={search.hint}
          maxLength={64}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={keys}
        />
        <Key>{ESC}</Key>
      </div>
      <div id={listId} role="listbox" aria-label={search.title} className={styles.list}>
        {items.map((item, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={item.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={styles.item}
            onPointerMove={() => setAt(index)}
            onClick={() => go(item.path)}
          >
            <Icon name={item.icon} size={1.125} />
            <span className={styles.name}>{item.title}</span>
            <span className={styles.detail}>{item.detail}</span>
          </button>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {search.count(items.length)}
      </p>
      {items.length === 0 ? <p className={styles.none}>{search.none}</p> : null}
      <p className={styles.keys} aria-hidden="true">
        <Key>↑</Key> <Key>↓</Key> {search.move} <Key>↵</Key> {search.choose}
      </p>
    </>
  )
}
