// The open layers, lowest first: sheets, dialogs, popups and full-screen views. Back closes the topmost; leaving the page
// closes all. What the browser's history has to do with it is decided by the app shell, which watches the count.

import { useEffect, useEffectEvent } from 'react'
import { createStore } from '../store.ts'

interface Layer {
  /** The person wants it closed. It may ask first, or stay. */
  readonly dismiss: () => void
  /** Its page is left: it closes without asking. */
  readonly leave: () => void
}

const open = createStore<readonly Layer[]>([])

export const layers = {
  count: (): number => open.get().length,
  /** Called after every change of the count. */
  subscribe: open.subscribe,
  /** Dismisses the topmost layers, the highest first. False when none is open. */
  dismiss: (count = 1): boolean => {
    const above = open.get().slice(-count).toReversed()
    for (const layer of above) layer.dismiss()
    return above.length > 0
  },
  leave: (): void => {
    const left = open.get().toReversed()
    open.set([])
    for (const layer of left) layer.leave()
  },
}

/** Keeps a layer on the stack while it is open. */
export const useLayer = (isOpen: boolean, onDismiss: () => void, onLeave: () => void = onDismiss): void => {
  const dismiss = useEffectEvent(onDismiss)
  const leave = useEffectEvent(onLeave)
  // Not a layout effect: those end while a part of the layer is still loading, and the layer stays open.
  useEffect(() => {
    if (!isOpen) return
    const layer: Layer = { dismiss: () => dismiss(), leave: () => leave() }
    open.set([...open.get(), layer])
    return () => open.set(open.get().filter((each) => each !== layer))
  }, [isOpen])
}
