// Announces changes to screen readers. One polite line; the same sentence twice is announced twice.

import { createStore, useStore } from '@fairlot/ui/store'

const line = createStore({ text: '', count: 0 })

export const announce = (text: string): void => line.set({ text, count: line.get().count + 1 })
export const useAnnouncement = (): { readonly text: string; readonly count: number } => useStore(line)
