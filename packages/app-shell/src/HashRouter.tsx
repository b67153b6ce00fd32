// react-router's declarative HashRouter without its module, which also contains links, forms and server parts and
// cannot be tree-shaken: 7 kB of the entry. Same Router, on the history that knows the open layers.

import { layers } from '@fairlot/ui'
import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { Router } from 'react-router'
import { appHistory } from './app-history.ts'

export const HashRouter = ({ children }: { children: ReactNode }) => {
  const [history] = useState(appHistory)
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
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
    <Router navigationType={action} location={location} navigator={history}>
      {children}
    </Router>
  )
}
