// The frame of every page: menu with counts, top bar with title, simulated mark and search, the operator's card.

import { cx, Icon, Logo, SimulatedMark } from '@fairlot/ui'
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from '@fairlot/app-shell/router'
import { Key } from '#kit/Key.tsx'
import { useAnnouncement } from './announce.ts'
import { HelpDialog } from './HelpDialog.tsx'
import { IdleWatch } from './IdleWatch.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { OperatorCard } from './OperatorCard.tsx'
import { type Bell, type ConsolePage, menuGroups, pageOf } from './page.ts'
import { Palette } from './Palette.tsx'
import { mayDo, type Me } from './session.ts'
import { useShortcuts } from './shortcuts.ts'
import { shellTexts } from './texts/index.ts'
import styles from './Frame.module.css'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)
const ASIDE = 'top-aside'
const BRAND = 'Fairlot'

/** A page's content in the top bar, before the search: its figures, its main button. */
export function TopAside({ children }: { readonly children: ReactNode }) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  useEffect(() => setHost(document.getElementById(ASIDE)), [])
  return host === null ? null : createPortal(children, host)
}

/** Whether an address has everything a menu link requires; it can have more, such as the open review. */
const isWithin = (search: string, wanted: string): boolean => {
  const here = new URLSearchParams(search)
  return [...new URLSearchParams(wanted)].every(([name, value]) => here.get(name) === value)
}

function Count({ use }: { readonly use: () => number | undefined }) {
  const count = use()
  return count === undefined || count === 0 ? null : <span className={styles.count}>{count}</span>
}

interface BellMarkProps {
  readonly use: () => Bell
  readonly onCount: (count: number) => void
}

/** The bell: urgent reviews. Pressing it opens them and asks once for browser notifications. */
function BellMark({ use, onCount }: BellMarkProps) {
  const texts = shellTexts.use().bell
  const { count, href } = use()
  useEffect(() => onCount(count), [count, onCount])
  return (
    <a
      className={cx(styles.bell, count > 0 && styles.ringing)}
      href={`#${href}`}
      aria-label={texts.label(count)}
      title={texts.label(count)}
      onClick={() => {
        if ('Notification' in window && Notification.permission === 'default') {
          void Notification.requestPermission()
        }
      }}
    >
      <Icon name="bell" size={1.125} />
      {count === 0 ? null : <span className="num">{count}</span>}
    </a>
  )
}

interface FrameProps {
  readonly me: Me
  readonly pages: readonly ConsolePage[]
  readonly page: ConsolePage | undefined
  readonly children: ReactNode
}

function Menu({ me, pages }: Pick<FrameProps, 'me' | 'pages'>) {
  const texts = shellTexts.use()
  const { pathname } = useLocation()
  const here = pageOf(pages, pathname)?.under ?? pathname
  return (
    <div className={styles.items}>
      {menuGroups.map((group) => {
        const own = pages.filter(({ menu, right }) => menu?.group === group && mayDo(me, right))
        return own.length === 0 ? null : (
          <section key={group} aria-label={texts.groups[group]} className={styles.group}>
            <h2 className={styles.groupName} aria-hidden="true">
              {texts.groups[group]}
            </h2>
            {own.map((page) => (
              <Entries key={page.path} page={page} here={here} />
            ))}
          </section>
        )
      })}
    </div>
  )
}

/** The entry of a page, and those of its parts. */
function Entries({ page, here }: { readonly page: ConsolePage; readonly here: string }) {
  const { path, title, menu, links = [] } = page
  const language = useLanguage()
  const { pathname, search } = useLocation()
  const entries = [
    {
      href: path as string,
      name: title,
      icon: menu?.icon ?? ('doc' as const),
      useCount: menu?.useCount,
      isPart: false,
      isHere:
        (here === path || here.startsWith(`${path}/`)) &&
        !links.some((link) => pathname === path && isWithin(search, link.search)),
    },
    ...links.map((link) => ({
      href: `${path}${link.search}`,
      name: link.title,
      icon: link.icon,
      useCount: link.useCount,
      isPart: true,
      isHere: pathname === path && isWithin(search, link.search),
    })),
  ]
  return entries.map(({ href, name, icon, useCount, isPart, isHere }) => (
    <a
      key={href}
      href={`#${href}`}
      className={cx(styles.item, isPart && styles.part, isHere && styles.here)}
      aria-current={isHere ? 'page' : undefined}
      title={name[language]}
    >
      <Icon name={icon} size={isPart ? 1 : 1.25} />
      <span className={styles.itemName}>{name[language]}</span>
      {useCount === undefined ? null : <Count use={useCount} />}
    </a>
  ))
}

export function Frame({ me, pages, page, children }: FrameProps) {
  const texts = shellTexts.use()
  const language = useLanguage()
  const announcement = useAnnouncement()
  const [isSearching, setSearching] = useState(false)
  const [isHelping, setHelping] = useState(false)
  const title = page?.title[language] ?? texts.unknown.title
  const [urgent, setUrgent] = useState(0)
  const bells = pages.filter(({ useBell, right }) => useBell !== undefined && mayDo(me, right))
  useEffect(() => {
    document.title = `${urgent === 0 ? '' : `(${urgent}) `}${title} · ${BRAND}`
  }, [title, urgent])
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setSearching(true)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
  useShortcuts({ '/': () => setSearching(true), '?': () => setHelping(true) })
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        {texts.skip}
      </a>
      <nav className={styles.nav} aria-label={texts.menu}>
        <div className={styles.brand}>
          <Logo size={1.625} />
          <span>{BRAND}</span>
          <small>{texts.side}</small>
        </div>
        <Menu me={me} pages={pages} />
        <OperatorCard me={me} />
      </nav>
      <div className={styles.side}>
        <header className={styles.top}>
          <h1 className={styles.title}>{title}</h1>
          <SimulatedMark>{texts.simulated}</SimulatedMark>
          <div id={ASIDE} className={styles.aside} />
          {bells.map(({ path, useBell }) =>
            useBell === undefined ? null : <BellMark key={path} use={useBell} onCount={setUrgent} />,
          )}
          <button
            type="button"
            className={styles.find}
            aria-keyshortcuts="Control+K Meta+K /"
            onClick={() => setSearching(true)}
          >
            <Icon name="search" size={1} />
            <span className={styles.findText}>{texts.search.open}</span>
            <Key>{isMac ? '⌘K' : 'Ctrl K'}</Key>
          </button>
        </header>
        <main id="content" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      <Palette open={isSearching} onClose={() => setSearching(false)} pages={pages} />
      <HelpDialog open={isHelping} onClose={() => setHelping(false)} />
      <IdleWatch />
      <p key={announcement.count} className="visually-hidden" role="status" aria-live="polite">
        {announcement.text}
      </p>
    </div>
  )
}

/** The router owns the hash, so the link moves the focus itself. */
const skipToContent = (event: { preventDefault: () => void }) => {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
