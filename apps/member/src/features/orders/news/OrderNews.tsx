// Listens to the member's order events on every page: fills, before and after they are booked, and endings become a
// toast, and the lists that show them are read again. Also resumes an order whose answer had not arrived when the page
// was left.

import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { useExecutedFills } from '#shell/live/use-executed-fills.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'
import { addExecuted, markBooked } from '../list/executed.ts'
import { ordersMoved, orderSender } from '../sending/order-sender.ts'
import { showPlaced, showRefused } from '../sending/show-outcome.ts'
import { showCovering, showEnded, showExecuted, showFilled } from './show-news.ts'

export const OrderNews = () => {
  const navigate = useNavigate()
  const go = (path: string) => navigate(path)
  const goLater = useEffectEvent(go)
  useMemberEvents(['order.filled', 'order.changed', 'day-trading.covering'], (event) => {
    if (event?.kind === 'day-trading.covering') return void showCovering(event.data, go)
    if (event !== undefined) markBooked(event.data)
    void ordersMoved()
    if (event?.kind === 'order.filled') void showFilled(event.data, go)
    // An order can fill in part and be cancelled in one event.
    if (event !== undefined) void showEnded(event.data, go)
  })
  useExecutedFills((fill) => {
    if (addExecuted(fill)) void showExecuted(fill, go)
  })
  useEffect(() => {
    const stop = orderSender.onUnheardOutcome((outcome, { body, name }) => {
      if (outcome.kind === 'placed') void showPlaced(body, name, goLater)
      else void showRefused(outcome)
    })
    orderSender.resume()
    return stop
  }, [])
  return null
}
