// ⌘K or Ctrl+K: every page by name, and what the server finds: members, reviews, money, orders, stocks, rules.

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { reviewKindTable } from '@fairlot/contract/operators'
import { Icon, type IconName } from '@fairlot/ui'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
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
const FEWEST = 2
/** A search for a member is recorded, so half a name is not sent. */
const PAUSE_MS = 350

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

type Found = ConsoleDataOf<'/operators/search'>['found'][number]

const icons: Readonly<Record<Found['kind'], IconName>> = {
  member: 'mine',
  review: 'tasks',
  deposit: 'deposit',
  withdrawal: 'withdraw',
  'bank-account': 'bank',
  'bank-line': 'bank',
  order: 'trade',
  stock: 'market',
  rule: 'sliders',
}

const pathOf = ({ kind, id, memberId }: Found): string =>
  ({
    member: `/members?member=${id}`,
    review: `/queue?review=${id}`,
    deposit: `/deposits?id=${id}`,
    withdrawal: `/withdrawals?id=${id}`,
    'bank-account': `/members?member=${memberId ?? ''}`,
    'bank-line': `/deposits/lines?line=${id}`,
    order: `/orders?text=${id}&id=${id}`,
    stock: `/market?symbol=${id}`,
    rule: `/rules?rule=${id}`,
  })[kind]

interface Item {
  readonly id: string
  readonly icon: IconName
  readonly title: string
  readonly detail: string
  readonly path: string
}

/** What the server knows under the text, then the pages whose name contains it. */
function useFound(text: string, pages: readonly ConsolePage[]): readonly Item[] {
  const { search } = shellTexts.use()
  const language = useLanguage()
  const wanted = useSettled(text.trim())
  const isLong = [...wanted].length >= FEWEST
  const read = useRead('/operators/search', { text: wanted }, { enabled: isLong })
  const found = isLong && read.data !== undefined ? read.data.found : []
  return [
    ...found.map((each) => ({
      id: `${each.kind} ${each.id}`,
      icon: each.of === null ? icons[each.kind] : reviewKindTable[each.of].icon,
      title: each.title[language],
      detail: [each.of === null ? search.kinds[each.kind] : reviewKindTable[each.of][language], each.detail]
        .filter((part) => part !== '')
        .join(' · '),
      path: pathOf(each),
    })),
    ...usePageItems(text.trim().toLowerCase(), pages),
  ].filter(({ path }) => pageOf(pages, path.split('?')[0] ?? '') !== undefined)
}

/** Every page the operator may open, also those without a menu entry, and the parts that the menu names. */
function usePageItems(lower: string, pages: readonly ConsolePage[]): readonly Item[] {
  const { search } = shellTexts.use()
  const language = useLanguage()
  const me = useMe()
  return pages
    .filter(({ right }) => mayDo(me, right))
    .flatMap(({ path, title, menu, keywords = [], links = [] }) => [
      { path, title, icon: menu?.icon ?? ('doc' as const), keywords },
      ...links.map((link) => ({ ...link, path: `${path}${link.search}`, keywords: [] })),
    ])
    .filter(({ title, keywords }) =>
      [title.tw, title.en, ...keywords].some((each) => each.toLowerCase().includes(lower)),
    )
    .map(({ path, title, icon }) => ({ id: path, icon, title: title[language], detail: search.pages, path }))
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
    navigate(path)
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
