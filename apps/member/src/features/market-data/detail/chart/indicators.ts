// The member's chosen indicators, for as long as the app is open.

import { createStore, useStore } from '@fairlot/ui/store'
import type { MainIndicator, SubIndicator } from './chart-view.ts'

export interface Indicators {
  readonly main: MainIndicator
  readonly sub: SubIndicator
}

const chosen = createStore<Indicators>({ main: 'ma', sub: 'none' })

export const useIndicators = (): Indicators => useStore(chosen)
export const setIndicators = (next: Indicators): void => chosen.set(next)
