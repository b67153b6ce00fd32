// The theme, stored on the device. index.html applies it before the first paint, this file afterwards.

import { createStore, useStore } from '@fairlot/ui/store'
import { read, write } from './storage.ts'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const theme = createStore<Theme>('system')

const apply = (value: Theme) => {
  const root = document.documentElement
  if (value === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = value
}

export const startAppearance = (): void => {
  const saved = themes.find((value) => value === read('console-theme'))
  if (saved !== undefined) theme.set(saved)
  apply(theme.get())
}

export const useTheme = (): Theme => useStore(theme)

export const setTheme = (value: Theme): void => {
  write('console-theme', value)
  theme.set(value)
  apply(value)
}
