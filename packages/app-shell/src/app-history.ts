// The pages of an app as entries of the browser's history, addressed in the hash, with the open layers in it. Each open
// layer has one history entry with the address and position of its page, so that back closes the topmost layer in every
// browser, in the installed app and in the native wrapper.
//
// Entries follow the stack: `settle` adds the missing ones and goes back over those no longer needed. A step in history
// arrives later, as a popstate; until then navigation waits, otherwise it would happen on an entry about to be left.

import { layers } from '@fairlot/ui'
import { addressIn, type Action, type Location, type To, type Update } from './location.ts'

/** `isLeft`: the page before is left, and its layers with it. */
type Listener = (update: Update, isLeft: boolean) => void

/** What an entry keeps. */
interface Entry {
  readonly key?: string
  /** The page's position. The entries of its layers have the same. */
  readonly idx?: number | null
  /** How many layers are open at this entry. */
  readonly layers?: number
}

/** After this time a step that the browser did not make is given up. */
const LOST_MS = 1_000

const entry = (): Entry => (window.history.state ?? {}) as Entry
const depth = (): number => entry().layers ?? 0
const mark = (part: Entry): void => window.history.replaceState({ ...entry(), ...part }, '')

interface Kept {
  readonly state: object
  readonly url: string
}
const keep = (): Kept => ({ state: { ...entry() }, url: window.location.href })
/** Enters it again: after a page's entry, in the place of a layer's. */
const enter = ({ state, url }: Kept): void =>
  depth() === 0 ? window.history.pushState(state, '', url) : window.history.replaceState(state, '', url)

/** A step in history that was asked for and has not arrived. */
const openStep = (onLost: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    isPending: (): boolean => timer !== undefined,
    end,
    go: (by: number): void => {
      timer = setTimeout(() => {
        end()
        onLost()
      }, LOST_MS)
      window.history.go(by)
    },
  }
}

/** An address that was typed has no entry of ours and so no key. */
const TYPED = 'default'

/** The pages alone, without layers: one listener, which hears every change. */
const hashHistory = () => {
  let action: Action = 'POP'
  let listener: ((update: Update) => void) | undefined
  if (typeof entry().idx !== 'number') mark({ idx: 0 })
  const read = (): Location => ({ ...addressIn(window.location.hash), key: entry().key ?? TYPED })
  const publish = (next: Action): void => {
    action = next
    listener?.({ action, location: read() })
  }
  const write = (next: 'PUSH' | 'REPLACE', to: To): void => {
    const url = `#${typeof to === 'string' ? to : to.pathname + to.search}`
    const state: Entry = { key: crypto.randomUUID(), idx: (entry().idx ?? 0) + (next === 'PUSH' ? 1 : 0) }
    try {
      if (next === 'PUSH') window.history.pushState(state, '', url)
      else window.history.replaceState(state, '', url)
    } catch {
      // Safari refuses more than a hundred entries in half a minute. A changed hash is followed by a popstate.
      window.location.assign(url)
      return
    }
    publish(next)
  }
  return {
    get action() {
      return action
    },
    get location() {
      return read()
    },
    push: (to: To) => write('PUSH', to),
    replace: (to: To) => write('REPLACE', to),
    listen: (next: (update: Update) => void) => {
      const pop = () => publish('POP')
      window.addEventListener('popstate', pop)
      listener = next
      return () => {
        window.removeEventListener('popstate', pop)
        listener = undefined
      }
    },
  }
}

const createAppHistory = () => {
  const router = hashHistory()
  let listener: Listener | undefined
  let position = entry().idx ?? 0
  let shown = router.location.pathname
  /** The page's entry after a replacement while layers were open: the entry below still has the former address. */
  let replaced: Kept | undefined
  let isOverLayer = false
  /** An address typed while a step was on its way. The step arrives after it and would leave it. */
  let typed: Kept | undefined
  const waiting: (() => void)[] = []

  const step = openStep(() => {
    typed = undefined
    mark({ layers: 0 })
    settle()
  })

  const settle = (): void => {
    if (step.isPending()) return
    const wanted = layers.count()
    if (depth() > wanted) return step.go(wanted - depth())
    while (depth() < wanted) window.history.pushState({ ...entry(), layers: depth() + 1 }, '')
    const next = waiting.shift()
    if (next === undefined) return
    next()
    settle()
  }

  const whenSettled = (action: () => void): void => {
    if (!step.isPending()) return action()
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
    const isOwn = step.isPending()
    // Typed into the address bar: it has no number yet.
    if (typeof entry().idx !== 'number') {
      mark({ idx: position + 1 })
      if (isOwn) typed = keep()
      return turnTo(update, true)
    }
    step.end()
    if (typed !== undefined) {
      enter(typed)
      typed = undefined
      return settle()
    }
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

  const push = (to: To): void => {
    if (depth() === 0) return router.push(to)
    // From a layer: the page takes the place of the layer's entry.
    isOverLayer = true
    router.replace(to)
    isOverLayer = false
    mark({ idx: position + 1 })
    position += 1
  }

  const replace = (to: To): void => {
    const below = depth()
    router.replace(to)
    if (below === 0) return
    replaced = keep()
    mark({ layers: below })
  }

  return {
    get action() {
      return router.action
    },
    get location() {
      return router.location
    },
    push: (to: To) => whenSettled(() => push(to)),
    replace: (to: To) => whenSettled(() => replace(to)),
    /** Whole pages: the entries of open layers are not counted. */
    go: (by: number) =>
      whenSettled(() => (depth() === 0 ? window.history.go(by) : step.go(by < 0 ? by - depth() : by))),
    /** The page the app was opened on has position 0. */
    position: () => entry().idx ?? 0,
    listen: (next: Listener) => {
      listener = next
      const stop = [
        router.listen((update) => {
          if (update.action === 'POP') onPop(update)
          else if (update.action === 'PUSH' || isOverLayer) turnTo({ ...update, action: 'PUSH' }, true)
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
