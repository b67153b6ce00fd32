// Everything the app does only inside the native wrapper. Loaded before the first render there, and never in a browser.

import { App } from '@capacitor/app'
import { appHistory } from '@fairlot/app-shell/app-history'
import { currentLanguage } from '@fairlot/app-shell/language'
import { layers } from '@fairlot/ui'
import { goBackOrFalse } from '../back.ts'
import { putDraftsAside } from '../drafts.ts'
import type { AppRoute } from '../route.ts'
import {
  currentSession,
  holdSession,
  keepInStorage,
  keepSessionsBy,
  onSessionEnd,
  rememberedAccount,
} from '../session.ts'
import { read, tabStorage, write } from '../storage.ts'
import { shellTexts } from '../texts/index.ts'
import { toastHelper } from '../toasts.ts'
import { doubleBack } from './double-back.ts'
import { pathOfLink } from './links.ts'
import { createNativeKeys } from './native-keys.ts'
import { createNativePush } from './native-push.ts'
import { keysPlugin, pushPlugin, screenPlugin, vaultPlugin } from './plugins.ts'
import { setNativePort, type Frame } from './port.ts'
import { nativeTexts } from './texts/index.ts'
import { createSessionLock, type SessionLock } from './unlock.ts'
import { createFrame } from './WrapperFrame.tsx'

export const startWrapper = async (routes: readonly AppRoute[]): Promise<Frame> => {
  await nativeTexts.load(currentLanguage())
  const lock = createSessionLock({
    vault: vaultPlugin,
    now: () => Date.now(),
    texts: nativeTexts.now,
    readOwner: () => read('unlock'),
    writeOwner: (account) => write('unlock', account),
    rememberedAccount,
    keepInStorage,
    currentSession,
    suspend: () => {
      putDraftsAside()
      holdSession(null)
    },
    resume: holdSession,
  })
  keepSessionsBy(lock.keep)
  onSessionEnd(lock.readOwner)
  const [, biometry, push] = await Promise.all([
    lock.start(),
    vaultPlugin.availability().catch(() => ({ isAvailable: false })),
    pushPlugin.availability().catch(() => ({ isAvailable: false })),
    openLaunchLink(routes),
  ])
  setNativePort({
    keys: createNativeKeys(keysPlugin),
    unlock: biometry.isAvailable ? lock : null,
    push: push.isAvailable ? createNativePush(pushPlugin) : null,
  })
  await Promise.all([followBack(lock), followLinks(routes), followVisibility(lock)])
  return createFrame(lock, screenPlugin)
}

const followBack = (lock: SessionLock) =>
  App.addListener(
    'backButton',
    doubleBack({
      now: () => performance.now(),
      closeLayer: () => layers.dismiss(),
      // Behind the lock nothing moves.
      goBack: () => !lock.isLocked.get() && goBackOrFalse(),
      hint: () => toastHelper(shellTexts.now().doubleBack),
      quit: () => void App.exitApp(),
    }),
  )

const followVisibility = (lock: SessionLock) =>
  App.addListener('appStateChange', ({ isActive }) => (isActive ? lock.shown() : lock.hidden()))

const followLinks = (routes: readonly AppRoute[]) =>
  App.addListener('appUrlOpen', ({ url }) => {
    const path = pathOfLink(url, window.location.origin, routes)
    // The link that started the app is reported here as well.
    if (path !== null && window.location.hash !== `#${path}`) appHistory().push(path)
  })

/** The link that started the app, once: a reload of the page must not return to it. */
async function openLaunchLink(routes: readonly AppRoute[]): Promise<void> {
  const launch = await App.getLaunchUrl().catch(() => undefined)
  if (launch === undefined || tabStorage.read('launch-link') === launch.url) return
  tabStorage.write('launch-link', launch.url)
  const path = pathOfLink(launch.url, window.location.origin, routes)
  if (path !== null) appHistory().replace(path)
}
