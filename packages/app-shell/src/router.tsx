// Which page is shown: the address of the hash as React state. A route is found by comparing its path, so there is nothing to
// match; a general router was 8 kB of the entry (ADR 0059).

import { layers } from '@fairlot/ui'
import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
  type ReactNode,
} from 'react'
import { appHistory } from './app-history.ts'
import type { Action, Location, To, Update } from './location.ts'

export type { Location } from './location.ts'

const LocationContext = createContext<Location | null>(null)
const ActionContext = createContext<Action>('POP')

export const HashRouter = ({ children }: { children: ReactNode }) => {
  const [history] = useState(appHistory)
  const [{ action, location }, setState] = useState<Update>({
    action: history.action,
    location: history.location,
  })
  useLayoutEffect(
    () =>
      history.listen((update, isLeft) =>
        startTransition(() => {
          if (isLeft) layers.leave()
          setState(update)
        }),
      ),
    [history],
  )
  return (
    <ActionContext value={action}>
      <LocationContext value={location}>{children}</LocationContext>
    </ActionContext>
  )
}

/** A kept page has the address at which it was left, not the one in the address bar. */
export const LocationProvider = ({ location, children }: { location: Location; children: ReactNode }) => (
  <LocationContext value={location}>{children}</LocationContext>
)

export const useLocation = (): Location => {
  const location = use(LocationContext)
  if (location === null) throw new Error('no HashRouter around this component')
  return location
}

/** How the current page was reached. */
export const useNavigationType = (): Action => use(ActionContext)

/** A number is a number of pages in history: -1 is back. */
export type NavigateFunction = (to: To | number, options?: { readonly replace?: boolean }) => void

const navigate: NavigateFunction = (to, { replace = false } = {}) => {
  const history = appHistory()
  if (typeof to === 'number') history.go(to)
  else if (replace) history.replace(to)
  else history.push(to)
}

/** Always the same function. */
export const useNavigate = (): NavigateFunction => navigate

/** Goes there once it is drawn. */
export const Navigate = ({ to, replace = false }: { to: string; replace?: boolean }) => {
  useEffect(() => navigate(to, { replace }), [to, replace])
  return null
}
