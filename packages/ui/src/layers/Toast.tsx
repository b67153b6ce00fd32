import {
  type ReactNode,
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import styles from './Toast.module.css'

/** The default when the caller gives no time. The app does: see its shell. */
const USUAL_MS = 3000

export interface ToastContent {
  readonly text: string
  /** The second line: whether money moved. */
  readonly detail?: string | undefined
  readonly tone?: 'done' | 'info' | 'crit' | undefined
  readonly ms?: number | undefined
  /** With an action and no time of its own, the toast stays until it is used, dismissed or replaced. */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
  /** It answers no act of the person, so it waits until the shown toast has had its time. */
  readonly waits?: boolean | undefined
}

const ToastContext = createContext<(content: ToastContent) => void>(() => {})

export const useToast = () => use(ToastContext)

interface ToastProviderProps {
  readonly label: string
  readonly dismissLabel: string
  /** The current page. A toast does not follow to the next one, unless it was shown on the way there. */
  readonly page: string
  readonly children: ReactNode
}

/** An action that shows a toast and opens a page does both within this time. */
const ON_THE_WAY_MS = 1000

interface Shown {
  readonly id: number
  readonly at: number
  readonly content: ToastContent
}

/** One toast at a time. The newest replaces the shown one, because it responds to the person's last action. */
export function ToastProvider({ label, dismissLabel, page, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  const [shown] = toasts
  const count = useRef(0)
  const show = useCallback((content: ToastContent) => {
    count.current += 1
    const next = { id: count.current, at: performance.now(), content }
    setToasts((toasts) => (content.waits === true ? [...toasts, next] : [next, ...toasts.slice(1)]))
  }, [])
  const hide = useCallback(() => setToasts((toasts) => toasts.slice(1)), [])
  const context = useMemo(() => show, [show])
  useEffect(() => {
    const now = performance.now()
    setToasts((toasts) =>
      toasts[0] !== undefined && now - toasts[0].at > ON_THE_WAY_MS ? toasts.slice(1) : toasts,
    )
  }, [page])
  useEffect(() => {
    if (shown === undefined || (shown.content.action !== undefined && shown.content.ms === undefined)) return
    const timer = setTimeout(hide, shown.content.ms ?? USUAL_MS)
    return () => clearTimeout(timer)
  }, [shown, hide])
  return (
    <ToastContext value={context}>
      {children}
      <ToastRegion
        label={label}
        dismissLabel={dismissLabel}
        content={shown?.content}
        id={shown?.id ?? 0}
        page={page}
        onHide={hide}
      />
    </ToastContext>
  )
}

/** Content behind an open modal is inert, so the region is rendered in the topmost one. */
const topLayer = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body

/** How much of the bottom is taken: by a tab bar, an action bar or the foot of a sheet, or by the keyboard of the phone. */
const takenBelow = (host: HTMLElement): number => {
  const bars = [...host.querySelectorAll<HTMLElement>('[data-bottom-bar]')].filter((bar) =>
    bar.checkVisibility(),
  )
  const view = window.visualViewport
  const keyboard = view === null || view.scale > 1 ? 0 : innerHeight - view.height - view.offsetTop
  return Math.max(0, keyboard, ...bars.map((bar) => bar.offsetHeight))
}

interface ToastRegionProps {
  readonly label: string
  readonly dismissLabel: string
  readonly content: ToastContent | undefined
  readonly id: number
  readonly page: string
  readonly onHide: () => void
}

function ToastRegion({ label, dismissLabel, content, id, page, onHide }: ToastRegionProps) {
  const region = useRef<HTMLDivElement>(null)
  const [host, setHost] = useState<HTMLElement>(() => document.body)
  useLayoutEffect(() => setHost(topLayer()), [id])
  useEffect(() => {
    const closed = () => setHost(topLayer())
    document.addEventListener('close', closed, true)
    return () => document.removeEventListener('close', closed, true)
  }, [])
  const visible = content !== undefined
  useEffect(() => {
    // A dialog can also disappear without closing, when its screen is left: the toast inside it then moves out.
    if (!visible) return
    const moved = new MutationObserver(() => {
      if (!host.isConnected) setHost(topLayer())
    })
    moved.observe(document.body, { childList: true, subtree: true })
    return () => moved.disconnect()
  }, [visible, host])
  useLayoutEffect(() => {
    const element = region.current
    // Not connected: its host is gone and the next render gives it another.
    if (element === null || !visible || !element.isConnected) return
    const place = () => element.style.setProperty('--taken', `${takenBelow(host)}px`)
    place()
    element.showPopover()
    window.visualViewport?.addEventListener('resize', place)
    return () => {
      window.visualViewport?.removeEventListener('resize', place)
      if (element.matches(':popover-open')) element.hidePopover()
    }
  }, [visible, id, host, page])
  return createPortal(
    <div ref={region} popover="manual" className={styles.region} role="status" aria-label={label}>
      {content === undefined ? null : (
        <ToastCard key={id} content={content} dismissLabel={dismissLabel} onHide={onHide} />
      )}
    </div>,
    host,
  )
}

interface ToastCardProps {
  readonly content: ToastContent
  readonly dismissLabel: string
  readonly onHide: () => void
}

export function ToastCard({ content, dismissLabel, onHide }: ToastCardProps) {
  const { text, detail, tone = 'info', action } = content
  const from = useRef<number>(undefined)
  return (
    <div
      className={styles.toast}
      onPointerDown={(event) => {
        from.current = event.clientY
      }}
      onPointerUp={(event) => {
        if (from.current !== undefined && event.clientY - from.current > 24) onHide()
        from.current = undefined
      }}
    >
      <Icon
        name={tone === 'done' ? 'check' : tone === 'crit' ? 'warning' : 'info'}
        weight={tone === 'done' ? 2 : 1.6}
        className={cx(styles.icon, tone === 'crit' && styles.crit)}
      />
      <span className={styles.texts}>
        <span className={cx(detail !== undefined && styles.strong)}>{text}</span>
        {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
      </span>
      {action === undefined ? null : (
        <>
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              onHide()
              action.onPress()
            }}
          >
            {action.label}
          </button>
          <button
            type="button"
            className={cx('visually-hidden', styles.dismiss)}
            aria-label={dismissLabel}
            onClick={onHide}
          >
            <Icon name="close" size={1.125} />
          </button>
        </>
      )}
    </div>
  )
}
