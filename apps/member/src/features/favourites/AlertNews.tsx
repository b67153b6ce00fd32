// Shows that an alert's price was reached, on whatever page the member is.

import { useNavigate } from '@fairlot/app-shell/router'
import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export const AlertNews = () => {
  const navigate = useNavigate()
  useMemberEvents(['alert.fired'], (event) => {
    void refresh('/favourites/listAlerts')
    if (event === undefined) return
    void import('./manage/show-fired.ts').then(({ showFired }) => showFired(event.data, navigate))
  })
  return null
}
