import { QueryClientProvider } from '@tanstack/react-query'
import { LinkProvider, ToastProvider, useToast } from '@fairlot/ui'
import { StrictMode, useEffect } from 'react'
import { HashRouter, Link } from 'react-router'
import { Boundary } from './Boundary.tsx'
import { queryClient } from './data.ts'
import { useExpired } from './expiry.ts'
import { useHeartbeat } from './heartbeat.ts'
import { Menu } from './Menu.tsx'
import { Pages } from './Pages.tsx'
import type { AppRoute } from './route.ts'
import { dropRootViewKeys } from './storage.ts'
import { shellTexts } from './texts/index.ts'
import { connectToasts } from './toasts.ts'

interface LinkProps extends React.AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string
}

/** Paths of the app go through the router; anything else (tel:, mailto:, https:) is a plain link. */
const AppLink = ({ href, ...rest }: LinkProps) =>
  href.startsWith('/') ? <Link to={href} {...rest} /> : <a href={href} rel="noreferrer" {...rest} />

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
  const expired = useExpired()
  useRootViewKeys()
  useHeartbeat()
  return (
    <ToastProvider label={texts.toastLabel} dismissLabel={texts.toastDismiss}>
      <ToastBridge />
      <Pages routes={routes} />
      {expired ? null : <Menu routes={routes} />}
    </ToastProvider>
  )
}

export const App = ({ routes }: { routes: readonly AppRoute[] }) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <LinkProvider component={AppLink}>
          <Boundary>
            <Root routes={routes} />
          </Boundary>
        </LinkProvider>
      </HashRouter>
    </QueryClientProvider>
  </StrictMode>
)
