// Says that a price was reached, on whatever market screen one is when it happens.

import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onOwn } from '#features/market-data'
import { refresh } from '#shell/data.ts'

/** One listener for all screens that ask for it: the same alert must not be told twice. */
let listeners = 0
let stop: (() => void) | undefined

export const useAlertToasts = (): void => {
  const navigate = useNavigate()
  useEffect(() => {
    listeners += 1
    stop ??= onOwn(
      'alert.fired',
      (data) => {
        void refresh('/favourites/listAlerts')
        void import('./manage/show-fired.ts').then(({ showFired }) => showFired(data, navigate))
      },
      () => void refresh('/favourites/listAlerts'),
    )
    return () => {
      listeners -= 1
      if (listeners > 0) return
      stop?.()
      stop = undefined
    }
  }, [navigate])
}
