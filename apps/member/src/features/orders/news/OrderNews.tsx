// Listens to the member's order events on every page: fills and endings become a toast, and the lists that show them
// are read again. Also resumes an order whose answer had not arrived when the page was left.

import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useMemberEvents } from '#shell/live/use-member-events.ts'
import { ordersMoved, orderSender } from '../sending/order-sender.ts'
import { showPlaced, showRefused } from '../sending/show-outcome.ts'
import { showCovering, showEnded, showFilled } from './show-news.ts'

export const OrderNews = () => {
  const navigate = useNavigate()
  const go = (path: string) => void navigate(path)
  const goLater = useEffectEvent(go)
  useMemberEvents(['order.filled', 'order.changed', 'day-trading.covering'], (event) => {
    if (event?.kind !== 'day-trading.covering') void ordersMoved()
    if (event?.kind === 'order.filled') void showFilled(event.data, go)
    else if (event?.kind === 'order.changed') void showEnded(event.data, go)
    else if (event?.kind === 'day-trading.covering') void showCovering(event.data, go)
  })
  useEffect(() => {
    const stop = orderSender.onOutcome((outcome, { body, name }) => {
      if (outcome.kind === 'placed') void showPlaced(body, name, goLater)
      else void showRefused(outcome)
      return true
    })
    orderSender.resume()
    return stop
  }, [])
  return null
}
