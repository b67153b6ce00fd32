// Shows the screen of the current path. Kept screens stay mounted, hidden, in an <Activity>: their effects stop; their
// scroll position, tab and typed values stay.

import { Activity, Suspense, use, useLayoutEffect, useRef, useState } from 'react'
import { LocationProvider, Navigate, useLocation, type Location } from '@fairlot/app-shell/router'
import { FALLBACK_PATH } from './back.ts'
import { Boundary } from './Boundary.tsx'
import { forgetScreen, loadScreen } from './chunk.ts'
import { useExpired } from './expiry.ts'
import { ExpiredPage } from './ExpiredPage.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { placeOf, RouteContext, type AppRoute, type Place } from './route.ts'
import { useScroll } from './scroll.ts'
import { currentSession, useSession } from './session.ts'
import { SignedOutPage } from './SignedOutPage.tsx'
import { UnknownPage } from './UnknownPage.tsx'

const Loaded = ({ place }: { place: Place }) => {
  const Component = use(loadScreen(place))
  return <Component />
}

/** Decided on entering only: signing in on the login screen must not remove that screen. */
const GuestOnly = ({ place }: { place: Place }) => {
  const [wasSignedIn] = useState(() => currentSession() !== null)
  return wasSignedIn ? <Navigate to={FALLBACK_PATH} replace /> : <Loaded place={place} />
}

const Gate = ({ place }: { place: Place }) => {
  const session = useSession()
  if (place.access === 'member' && session === null) return <SignedOutPage />
  return place.access === 'guest' ? <GuestOnly place={place} /> : <Loaded place={place} />
}

const Page = ({ place, location }: { place: Place; location: Location }) => {
  const tries = useRef(0)
  return (
    <RouteContext value={place}>
      <Boundary
        onRetry={() => {
          forgetScreen(place)
          return tries.current++ === 0
        }}
      >
        <Suspense fallback={<PageSkeleton />}>
          <LocationProvider location={location}>
            <Gate place={place} />
          </LocationProvider>
        </Suspense>
      </Boundary>
    </RouteContext>
  )
}

interface Kept {
  readonly key: string
  readonly account: string
  readonly place: Place
  readonly location: Location
}

export const Pages = ({ routes }: { routes: readonly AppRoute[] }) => {
  const location = useLocation()
  const account = useSession()?.account ?? ''
  const expired = useExpired()
  const [kept, setKept] = useState<readonly Kept[]>([])
  const place = placeOf(routes, location)
  useScroll(location, place?.keepAlive === true)

  // Pages kept by another member are dropped, not hidden.
  let pages = kept.filter((page) => page.account === account)
  if (place?.keepAlive === true) {
    const key = `${account} ${place.key}`
    pages = [...pages.filter((page) => page.key !== key), { key, account, place, location }]
    pages.sort((one, other) => one.key.localeCompare(other.key))
  }
  // It runs after every render and settles at once: an equal list keeps the old one, which renders nothing.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    setKept((before) =>
      before.length === pages.length &&
      before.every((page, at) => page.key === pages[at]?.key && page.location === pages[at].location)
        ? before
        : pages,
    )
  })

  if (location.pathname === '/') return <Navigate to="/login/start" replace />
  if (expired) return <ExpiredPage place={place} />
  return (
    <>
      {pages.map((page) => (
        <Activity key={page.key} mode={page.place.key === place?.key ? 'visible' : 'hidden'}>
          <Page place={page.place} location={page.location} />
        </Activity>
      ))}
      {place === undefined ? (
        <UnknownPage />
      ) : place.keepAlive === true ? null : (
        <Page key={place.key} place={place} location={location} />
      )}
    </>
  )
}
