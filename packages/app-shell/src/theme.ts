// The theme, stored on the device. index.html applies it before the first paint, this file afterwards.

import { createStore, useStore } from '@fairlot/ui/store'
import { deviceStorage } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const theme = createStore<Theme>('system')
let storageKey = ''

const pageColours = { light: '#F5F4F0', dark: '#0D0E15' } as const

const apply = (value: Theme) => {
  const root = document.documentElement
  if (value === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = value
  // The browser's own bar follows: two tags, one per scheme, both set to the chosen one.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const scheme = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = pageColours[value === 'system' ? scheme : value]
  }
}

/** Each app saves its theme under a key of its own. */
export const startTheme = (key: string): void => {
  storageKey = key
  const saved = themes.find((value) => value === deviceStorage.read(key))
  if (saved !== undefined) theme.set(saved)
  apply(theme.get())
  // The browser sends this to the other tabs only.
  addEventListener('storage', (event) => {
    const chosen = themes.find((value) => value === event.newValue)
    if (event.key !== key || chosen === undefined) return
    theme.set(chosen)
    apply(chosen)
  })
}

export const useTheme = (): Theme => useStore(theme)
export const setTheme = (value: Theme): void => {
  deviceStorage.write(storageKey, value)
  theme.set(value)
  apply(value)
}
