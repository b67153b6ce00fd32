import '@fairlot/ui/tokens.css'
import '@fairlot/ui/fonts.css'
import { lazy, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { testPages } from 'virtual:test-pages'
import { routes } from './routes.tsx'
import { App } from './shell/App.tsx'
import { startAppearance } from './shell/appearance.ts'
import { catalogueTexts } from './shell/catalogue.ts'
import { startLanguage } from '@fairlot/app-shell/language'
import { openSession } from './shell/session.ts'
import { loadSite } from './shell/site.ts'
import { shellTexts } from './shell/texts/index.ts'
import { startUpdates } from './shell/updates.ts'

// The browser offers it once and early; the settings show it.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  void import('./shell/install-prompt.ts').then(({ keepInstallPrompt }) => keepInstallPrompt(event))
})
if (window.location.search.includes('shared-'))
  void import('./shell/share-target.ts').then(({ openShared }) => openShared())
const language = startLanguage('lang')
startAppearance()
openSession()
await shellTexts.load(language)

const AGAIN_MS = 5_000
/** Background code must not break a page: loading is retried until it succeeds. */
const patiently = <T,>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => new Promise((again) => setTimeout(again, AGAIN_MS)).then(() => patiently(load)))

const OrderNews = lazy(() =>
  patiently(() =>
    import('./features/orders/news/OrderNews.tsx').then((file) => ({ default: file.OrderNews })),
  ),
)
const AlertNews = lazy(() =>
  patiently(() =>
    import('./features/favourites/AlertNews.tsx').then((file) => ({ default: file.AlertNews })),
  ),
)
/** Notifications for members on every page. */
const News = () => (
  <>
    <OrderNews />
    <AlertNews />
  </>
)

// Capacitor's script sets it before the page's own; a browser has none and loads none of the wrapper's code. Before the
// first render, so that no page is shown before the lock is.
const frame =
  'Capacitor' in window
    ? await patiently(() =>
        import('./shell/native/start-wrapper.ts').then((file) => file.startWrapper(routes)),
      )
    : undefined

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const app = createRoot(root)
// As a transition the first render yields to the browser every few milliseconds.
startTransition(() => app.render(<App routes={[...routes, ...testPages]} background={News} frame={frame} />))

void loadSite()

// What the first screen does not need waits until the browser is idle.
const later = () => {
  void catalogueTexts.load(language).catch(() => {})
  if (import.meta.env.PROD) void startUpdates().catch(() => {})
}
if ('requestIdleCallback' in window) requestIdleCallback(later, { timeout: 4000 })
else setTimeout(later, 2000)
