import { useCallback, useSyncExternalStore } from 'react'
import type { Cells } from './cells.ts'

export const useCell = <Value>(cells: Cells<Value>, key: string): Value | undefined => {
  const subscribe = useCallback((listener: () => void) => cells.subscribe(key, listener), [cells, key])
  return useSyncExternalStore(subscribe, () => cells.get(key))
}
