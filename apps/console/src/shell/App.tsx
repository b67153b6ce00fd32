import { Empty, ToastProvider } from '@fairlot/ui'
import { StrictMode, Suspense, use, useEffect, useState, type ReactNode } from 'react'
import { Navigate, useLocation } from '@fairlot/app-shell/router'
import { Boundary } from './Boundary.tsx'
import { call } from './client.ts'
import { Frame } from './Frame.tsx'
import { ToastBridge } from '@fairlot/app-shell/toasts'
import { HashRouter } from '@fairlot/app-shell/router'
import { loadPage, pageOf, type ConsolePage } from './page.ts'
import { dropSession, mayDo, rememberReturnTo, startSession, takeReturnTo, useMe } from './session.ts'
import { shellTexts } from './texts/index.ts'
import { HOME, UnknownPage } from './UnknownPage.tsx'

interface AppProps {
  readonly pages: readonly ConsolePage[]
  /** The page for everyone who is not signed in. It is outside the frame. */
  readonly signIn: ConsolePage
}

const AGAIN_MS = 3_000

const Loaded = ({ page }: { readonly page: ConsolePage }) => {
  const Component = use(loadPage(page))
  return <Component />
}

const Root = ({ pages, signIn }: AppProps) => {
  const texts = shellTexts.use()
  const me = useMe()
  const { pathname, search } = useLocation()
  const [failed, setFailed] = useState(0)
  useEffect(() => {
    // Read once: afterwards the answers of other calls show when a session has ended.
    const ask = async () => {
      const answer = await call('/operators/me', {})
      if (answer.ok) startSession(answer.data)
      else if (answer.why === 'refused') dropSession()
      else setTimeout(() => setFailed((count) => count + 1), AGAIN_MS)
    }
    void ask()
  }, [failed])
  if (me === undefined) return null
  const isSignIn = pathname === signIn.path
  if (me === null) {
    if (!isSignIn) {
      rememberReturnTo(`${pathname}${search}`)
      return <Navigate to={signIn.path} replace />
    }
    return <Loaded page={signIn} />
  }
  if (isSignIn || pathname === '/') return <Navigate to={takeReturnTo(HOME)} replace />
  const page = pageOf(pages, pathname)
  return (
    <Frame me={me} pages={pages} page={page}>
      <Boundary key={pathname}>
        <Suspense>
          {page === undefined ? (
            <UnknownPage />
          ) : mayDo(me, page.right) ? (
            <Loaded page={page} />
          ) : (
            <Empty nothing={texts.notAllowed.title} text={texts.notAllowed.text} icon="lock" />
          )}
        </Suspense>
      </Boundary>
    </Frame>
  )
}

const WithToasts = ({ children }: { readonly children: ReactNode }) => {
  const texts = shellTexts.now()
  const { pathname } = useLocation()
  return (
    <ToastProvider label={texts.toastLabel} dismissLabel={texts.toastDismiss} page={pathname}>
      <ToastBridge />
      {children}
    </ToastProvider>
  )
}

export const App = (props: AppProps) => (
  <StrictMode>
    <HashRouter>
      <WithToasts>
        <Boundary>
          <Suspense>
            <Root {...props} />
          </Suspense>
        </Boundary>
      </WithToasts>
    </HashRouter>
  </StrictMode>
)
