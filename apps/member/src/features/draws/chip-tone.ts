import type { DrawState } from '@fairlot/contract/draws/states'

export const chipToneOf = (state: DrawState): 'brand' | 'warn' | 'crit' | 'neutral' =>
  state === 'decided' ? 'brand' : state === 'void' ? 'crit' : state === 'committed' ? 'neutral' : 'warn'
