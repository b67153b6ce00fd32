// The wide chart: by rotating the phone, or by a button on an upright phone.

import { useLayer } from '@fairlot/ui'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

/** A phone in landscape. A desktop window is wide too, but not this low. */
const onItsSide = window.matchMedia('(orientation: landscape) and (max-height: 520px)')

const subscribe = (listener: () => void) => {
  onItsSide.addEventListener('change', listener)
  return () => onItsSide.removeEventListener('change', listener)
}

/** Not every browser supports it (iPhones do not), and a browser can refuse: then the chart is merely large. */
const turn = async (): Promise<void> => {
  try {
    await document.documentElement.requestFullscreen()
    await (screen.orientation as ScreenOrientation & { lock?: (to: string) => Promise<void> }).lock?.(
      'landscape',
    )
  } catch {
    // Members rotate the phone back themselves.
  }
}

const turnBack = async (): Promise<void> => {
  try {
    screen.orientation.unlock()
    if (document.fullscreenElement !== null) await document.exitFullscreen()
  } catch {
    // Nothing was locked.
  }
}

export const useWide = (): { isWide: boolean; open: () => void; close: () => void } => {
  const isOnItsSide = useSyncExternalStore(subscribe, () => onItsSide.matches)
  const [wanted, setWanted] = useState<'open' | 'closed' | 'by-turning'>('by-turning')
  useEffect(() => {
    // Closed in landscape, it opens again the next time the phone is rotated.
    if (!isOnItsSide) setWanted((before) => (before === 'closed' ? 'by-turning' : before))
  }, [isOnItsSide])
  useEffect(() => () => void turnBack(), [])
  const open = useCallback(() => {
    setWanted('open')
    void turn()
  }, [])
  const close = useCallback(() => {
    setWanted('closed')
    void turnBack()
  }, [])
  const isWide = wanted === 'open' || (wanted === 'by-turning' && isOnItsSide)
  useLayer(isWide, close)
  return { isWide, open, close }
}
