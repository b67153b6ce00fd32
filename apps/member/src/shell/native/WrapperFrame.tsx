import { useStore } from '@fairlot/ui/store'
import { useLayoutEffect } from 'react'
import { useLocation } from '@fairlot/app-shell/router'
import { LockPage } from './LockPage.tsx'
import type { ScreenPlugin } from './plugins.ts'
import type { Frame } from './port.ts'
import { isSecretPlace } from './secret-places.ts'
import type { SessionLock } from './unlock.ts'

export const createFrame = (lock: SessionLock, screen: ScreenPlugin): Frame =>
  function WrapperFrame({ children }) {
    const isLocked = useStore(lock.isLocked)
    const isSecret = isSecretPlace(useLocation())
    // Before the page is painted. A phone that cannot block says nothing: the page must stay usable.
    useLayoutEffect(() => void screen.setSecret({ isSecret }).catch(() => {}), [isSecret])
    return isLocked ? <LockPage lock={lock} /> : children
  }
