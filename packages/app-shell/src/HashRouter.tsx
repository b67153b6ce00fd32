// react-router's declarative HashRouter without its module, which also contains links, forms and server parts and
// cannot be tree-shaken: 7 kB of the entry. Same history, same Router.

import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { Router, UNSAFE_createHashHistory } from 'react-router'

export const HashRouter = ({ children }: { children: ReactNode }) => {
  const [history] = useState(() => UNSAFE_createHashHistory({ v5Compat: true }))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen((update) => startTransition(() => setState(update))), [history])
  return (
    <Router navigationType={action} location={location} navigator={history}>
      {children}
    </Router>
  )
}
