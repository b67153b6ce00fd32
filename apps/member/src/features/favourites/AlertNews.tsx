// Shows that an alert's price was reached, on whatever page the member is.

import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { onMemberEvent } from '#features/market-data'
import { refresh } from '#shell/data.ts'

export const AlertNews = () => {
  const navigate = useNavigate()
  const show = useEffectEvent((data: unknown) => {
    void import('./manage/show-fired.ts').then(({ showFired }) => showFired(data, navigate))
  })
  useEffect(
    () =>
      onMemberEvent(
        'alert.fired',
        (data) => {
          void refresh('/favourites/listAlerts')
          show(data)
        },
        () => void refresh('/favourites/listAlerts'),
      ),
    [],
  )
  return null
}
