import { LinkProvider, ToastProvider, type LinkProps } from '@fairlot/ui'
import {
  Fragment,
  StrictMode,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type MouseEvent,
} from 'react'
import { useLocation } from '@fairlot/app-shell/router'
import { useNext } from './back.ts'
import { Boundary } from './Boundary.tsx'
import { ToastBridge } from '@fairlot/app-shell/toasts'
import { HashRouter } from '@fairlot/app-shell/router'
import { useHeartbeat } from './heartbeat.ts'
import { Menu } from './Menu.tsx'
import type { Frame } from './native/port.ts'
import { Pages } from './Pages.tsx'
import type { AppRoute } from './route.ts'
import { useSession } from './session.ts'
import { dropRootViewKeys } from './storage.ts'
import { shellTexts } from './texts/index.ts'

const isPlainPress = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Paths of the app follow the next-page rule; anything else (tel:, mailto:, https:) is a plain link. */
const AppLink = ({ href, onClick, ...rest }: LinkProps) => {
  const next = useNext()
  if (!href.startsWith('/')) return <a href={href} rel="noreferrer" onClick={onClick} {...rest} />
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainPress(event)) return
    event.preventDefault()
    next(href)
  }
  return <a href={`#${href}`} onClick={press} {...rest} />
}

/** `tklm`, `zjkm` and `hklm` are removed with the root view: on unmounting, and when the page is left for good. */
const useRootViewKeys = () => {
  useEffect(() => {
    const leave = (event: PageTransitionEvent) => {
      if (!event.persisted) dropRootViewKeys()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      dropRootViewKeys()
    }
  }, [])
}

/** Runs for the member on every page and renders nothing. It waits until the first screen is loaded. */
const Background = ({ component: Component }: { component: ComponentType }) => {
  const isMember = useSession() !== null
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), BACKGROUND_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isMember && isTime ? (
    <Suspense>
      <Component />
    </Suspense>
  ) : null
}
const BACKGROUND_AFTER_MS = 2_000

interface AppProps {
  readonly routes: readonly AppRoute[]
  readonly background: ComponentType
  /** Around all pages, in the native wrapper. */
  readonly frame?: Frame | undefined
}

const Root = ({ routes, background, frame: Around = Fragment }: AppProps) => {
  const texts = shellTexts.use()
  const { pathname } = useLocation()
  useRootViewKeys()
  useHeartbeat()
  return (
    <ToastProvider label={texts.toastLabel} dismissLabel={texts.toastDismiss} page={pathname}>
      <ToastBridge />
      <Around>
        <Pages routes={routes} />
        <Menu routes={routes} />
        <Background component={background} />
      </Around>
    </ToastProvider>
  )
}

export const App = (props: AppProps) => (
  <StrictMode>
    <HashRouter>
      <LinkProvider component={AppLink}>
        <Boundary>
          <Root {...props} />
        </Boundary>
      </LinkProvider>
    </HashRouter>
  </StrictMode>
)
