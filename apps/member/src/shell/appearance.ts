// Theme, price colours and size, stored on the device. index.html applies them before the first paint, this file
// afterwards.

import { startTheme } from '@fairlot/app-shell/theme'
import { createStore, useStore } from '@fairlot/ui/store'
import { read, write, type StorageKey } from './storage.ts'

export const upDowns = ['tw', 'west'] as const
export type UpDown = (typeof upDowns)[number]

const upDown = createStore<UpDown>('tw')
const hideAmounts = createStore(false)

const applyUpDown = (value: UpDown) => {
  if (value === 'tw') delete document.documentElement.dataset['updown']
  else document.documentElement.dataset['updown'] = value
}

export const startAppearance = (): void => {
  startTheme('theme' satisfies StorageKey)
  const savedUpDown = upDowns.find((value) => value === read('updown'))
  if (savedUpDown !== undefined) upDown.set(savedUpDown)
  hideAmounts.set(read('hide-amounts') === '1')
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
