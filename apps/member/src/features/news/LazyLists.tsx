import { lazy, Suspense, type ComponentProps } from 'react'

const Home = lazy(() => import('./HomeNews.tsx').then((file) => ({ default: file.HomeNews })))
const Stock = lazy(() => import('./StockNews.tsx').then((file) => ({ default: file.StockNews })))

/** At the end of the home screen; loads after it. */
export const HomeNews = () => (
  <Suspense>
    <Home />
  </Suspense>
)

/** At the end of an instrument's page; loads after it. */
export const StockNews = (props: ComponentProps<typeof Stock>) => (
  <Suspense>
    <Stock {...props} />
  </Suspense>
)
