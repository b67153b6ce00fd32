// Theme and price colours, stored on the device. index.html applies them before the first paint, this file afterwards.

import { createStore, useStore } from '@fairlot/ui/store'
import { read, write } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const upDowns = ['tw', 'west'] as const
export type UpDown = (typeof upDowns)[number]

const theme = createStore<Theme>('system')
const upDown = createStore<UpDown>('tw')
const hideAmounts = createStore(false)

const pageColours = { light: '#F5F4F0', dark: '#0D0E15' } as const

const applyTheme = (value: Theme) => {
  const root = document.documentElement
  if (value === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = value
  // The browser's own bar follows: two tags, one per scheme, both set to the chosen one.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const scheme = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = pageColours[value === 'system' ? scheme : value]
  }
}

const applyUpDown = (value: UpDown) => {
  if (value === 'tw') delete document.documentElement.dataset['updown']
  else document.documentElement.dataset['updown'] = value
}

export const startAppearance = (): void => {
  const savedTheme = themes.find((value) => value === read('theme'))
  if (savedTheme !== undefined) theme.set(savedTheme)
  const savedUpDown = upDowns.find((value) => value === read('updown'))
  if (savedUpDown !== undefined) upDown.set(savedUpDown)
  hideAmounts.set(read('hide-amounts') === '1')
  applyTheme(theme.get())
  applyUpDown(upDown.get())
  // Above 750 the layout stops growing; text doubled in size is hard to read on a desktop, so it stays smaller.
  const wide = window.matchMedia('(min-width: 751px)')
  const scale = () => {
    if (wide.matches) document.documentElement.dataset['scale'] = 'comfort'
    else delete document.documentElement.dataset['scale']
  }
  scale()
  wide.addEventListener('change', scale)
}

export const useTheme = (): Theme => useStore(theme)
export const setTheme = (value: Theme): void => {
  write('theme', value)
  theme.set(value)
  applyTheme(value)
}

export const useUpDown = (): UpDown => useStore(upDown)
export const setUpDown = (value: UpDown): void => {
  write('updown', value)
  upDown.set(value)
  applyUpDown(value)
}

export const useHideAmounts = (): boolean => useStore(hideAmounts)
export const setHideAmounts = (value: boolean): void => {
  write('hide-amounts', value ? '1' : '0')
  hideAmounts.set(value)
}
