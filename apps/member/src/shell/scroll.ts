// Scroll positions: a kept page and a page reached by back restore theirs; a new page starts at the top.

import { useEffect, useLayoutEffect } from 'react'
import { useNavigationType, type Location } from '@fairlot/app-shell/router'

const positions = new Map<string, number>()

const nameOf = (location: Location, kept: boolean) => (kept ? location.pathname : location.key)

export const useScroll = (location: Location, kept: boolean): void => {
  const type = useNavigationType()
  const name = nameOf(location, kept)
  useLayoutEffect(() => {
    window.scrollTo(0, kept || type === 'POP' ? (positions.get(name) ?? 0) : 0)
  }, [name, kept, type])
  useEffect(() => {
    const remember = () => positions.set(name, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [name])
}
