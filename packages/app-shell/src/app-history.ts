// The router's history with the open layers in it. Each open layer has one history entry with the address and position of
// its page, so that back closes the topmost layer in every browser, in the installed app and in the native wrapper.
//
// Entries follow the stack: `settle` adds the missing ones and goes back over those no longer needed. A step in history
// arrives later, as a popstate; until then navigation waits, otherwise it would happen on an entry about to be left.

import { layers } from '@fairlot/ui'
import { UNSAFE_createHashHistory, type To } from 'react-router'

type RouterHistory = ReturnType<typeof UNSAFE_createHashHistory>
type Update = Parameters<Parameters<RouterHistory['listen']>[0]>[0]
/** `isLeft`: the page before is left, and its layers with it. */
type Listener = (update: Update, isLeft: boolean) => void

/** What the router and this file keep in an entry. */
interface Entry {
  /** The page's position. The entries of its layers have the same. */
  readonly idx?: number | null
  /** How many layers are open at this entry. */
  readonly layers?: number
}

/** After this time a step that the browser did not make is given up. */
const LOST_MS = 1_000

const PUSH = 'PUSH' as Update['action']

const entry = (): Entry => (window.history.state ?? {}) as Entry
const depth = (): number => entry().layers ?? 0
const mark = (part: Entry): void => window.history.replaceState({ ...entry(), ...part }, '')

const createAppHistory = () => {
  const router = UNSAFE_createHashHistory({ v5Compat: true })
  let listener: Listener | undefined
  let position = entry().idx ?? 0
  let shown = router.location.pathname
  /** The page's entry after a replacement while layers were open: the entry below still has the former address. */
  let replaced: { readonly state: object; readonly url: string } | undefined
  let isOverLayer = false
  let step: ReturnType<typeof setTimeout> | undefined
  const waiting: (() => void)[] = []

  const go = (by: number): void => {
    step = setTimeout(() => {
      step = undefined
      mark({ layers: 0 })
      settle()
    }, LOST_MS)
    window.history.go(by)
  }

  const settle = (): void => {
    if (step !== undefined) return
    const wanted = layers.count()
    if (depth() > wanted) return go(wanted - depth())
    while (depth() < wanted) window.history.pushState({ ...entry(), layers: depth() + 1 }, '')
    const next = waiting.shift()
    if (next === undefined) return
    next()
    settle()
  }

  const whenSettled = (action: () => void): void => {
    if (step === undefined) return action()
    waiting.push(action)
  }

  const turnTo = (update: Update, isLeft: boolean): void => {
    position = entry().idx ?? 0
    replaced = undefined
    listener?.(update, isLeft)
    // After the layers of this commit have opened and closed.
    queueMicrotask(settle)
  }

  const onPop = (update: Update): void => {
    const isOwn = step !== undefined
    clearTimeout(step)
    step = undefined
    // Typed into the address bar: the router has not numbered it.
    if (typeof entry().idx !== 'number') mark({ idx: position + 1 })
    if (entry().idx !== position) return turnTo(update, true)
    if (replaced !== undefined) {
      window.history.replaceState({ ...replaced.state, layers: depth() }, '', replaced.url)
      if (depth() === 0) replaced = undefined
    }
    const above = layers.count() - depth()
    if (isOwn || above <= 0) return settle()
    layers.dismiss(above)
    // A layer that asks or stays gets its entry again, once React has rendered the answer.
    setTimeout(settle)
  }

  const push = (to: To, state?: unknown): void => {
    if (depth() === 0) return router.push(to, state)
    // From a layer: the page takes the place of the layer's entry.
    isOverLayer = true
    router.replace(to, state)
    isOverLayer = false
    mark({ idx: position + 1 })
    position += 1
  }

  const replace = (to: To, state?: unknown): void => {
    const below = depth()
    router.replace(to, state)
    if (below === 0) return
    replaced = { state: { ...entry() }, url: window.location.href }
    mark({ layers: below })
  }

  return {
    get action() {
      return router.action
    },
    get location() {
      return router.location
    },
    createHref: router.createHref,
    createURL: router.createURL,
    encodeLocation: router.encodeLocation,
    push: (to: To, state?: unknown) => whenSettled(() => push(to, state)),
    replace: (to: To, state?: unknown) => whenSettled(() => replace(to, state)),
    /** Whole pages: the entries of open layers are not counted. */
    go: (by: number) =>
      whenSettled(() => (depth() === 0 ? window.history.go(by) : go(by < 0 ? by - depth() : by))),
    /** The page the app was opened on has position 0. */
    position: () => entry().idx ?? 0,
    listen: (next: Listener) => {
      listener = next
      const stop = [
        router.listen((update) => {
          if (update.action === 'POP') onPop(update)
          else if (update.action === 'PUSH' || isOverLayer) turnTo({ ...update, action: PUSH }, true)
          else turnTo(update, update.location.pathname !== shown)
          shown = router.location.pathname
        }),
        layers.subscribe(() => queueMicrotask(settle)),
      ]
      // Reloaded with a layer open: the layer is gone, its entry is not.
      settle()
      return () => {
        for (const each of stop) each()
        listener = undefined
      }
    },
  }
}

let made: ReturnType<typeof createAppHistory> | undefined

export const appHistory = (): ReturnType<typeof createAppHistory> => (made ??= createAppHistory())
