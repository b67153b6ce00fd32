import { useEffect, useState } from 'react'

/** The time, told again this often while the screen is shown; 0 tells it once. */
export const useNow = (every: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    if (every === 0) return
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
