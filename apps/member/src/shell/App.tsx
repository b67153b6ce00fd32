import { LinkProvider, ToastProvider, useToast, type LinkProps } from '@fairlot/ui'
import { StrictMode, useEffect, type MouseEvent } from 'react'
import { useNext } from './back.ts'
import { Boundary } from './Boundary.tsx'
import { HashRouter } from './HashRouter.tsx'
import { useHeartbeat } from './heartbeat.ts'
import { Menu } from './Menu.tsx'
import { Pages } from './Pages.tsx'
import type { AppRoute } from './route.ts'
import { dropRootViewKeys } from './storage.ts'
import { shellTexts } from './texts/index.ts'
import { connectToasts } from './toasts.ts'

const isPlainPress = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * Paths of the app go by the next-page rule; anything else (tel:, mailto:, https:) is a plain link. Not the router's own
 * link: that one brings a prefetcher for servers we do not have, 6 kB of the entry.
 */
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

const ToastBridge = () => {
  const toast = useToast()
  useEffect(() => {
    connectToasts(toast)
    return () => connectToasts(null)
  }, [toast])
  return null
}

/** `tklm`, `zjkm` and `hklm` go when the root view does: on unmounting, and when the page is left for good. */
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

const Root = ({ routes }: { routes: readonly AppRoute[] }) => {
  const texts = shellTexts.use()
  useRootViewKeys()
  useHeartbeat()
  return (
    <ToastProvider label={texts.toastLabel} dismissLabel={texts.toastDismiss}>
      <ToastBridge />
      <Pages routes={routes} />
      <Menu routes={routes} />
    </ToastProvider>
  )
}

export const App = ({ routes }: { routes: readonly AppRoute[] }) => (
  <StrictMode>
    <HashRouter>
      <LinkProvider component={AppLink}>
        <Boundary>
          <Root routes={routes} />
        </Boundary>
      </LinkProvider>
    </HashRouter>
  </StrictMode>
)
