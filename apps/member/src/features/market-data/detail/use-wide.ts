// The wide chart: by turning the phone, or by a button on a phone that is upright.

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

/** A phone on its side. A desktop window is wide too, but not this low. */
const onItsSide = window.matchMedia('(orientation: landscape) and (max-height: 520px)')

const subscribe = (listener: () => void) => {
  onItsSide.addEventListener('change', listener)
  return () => onItsSide.removeEventListener('change', listener)
}

/** Not every browser has it (iPhones have neither), and a browser may refuse: then the chart is merely large. */
const turn = async (): Promise<void> => {
  try {
    await document.documentElement.requestFullscreen()
    await (screen.orientation as ScreenOrientation & { lock?: (to: string) => Promise<void> }).lock?.(
      'landscape',
    )
  } catch {
    // The member turns the phone himself.
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
    // Closed while on its side, it opens again the next time the phone is turned.
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
  return { isWide: wanted === 'open' || (wanted === 'by-turning' && isOnItsSide), open, close }
}
