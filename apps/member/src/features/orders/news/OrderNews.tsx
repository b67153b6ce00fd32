// Listens to the member's order events on every page: fills and endings become a toast, and the lists that show them
// are read again. Also resumes an order whose answer had not arrived when the page was left.

import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { onMemberEvent } from '#features/market-data'
import { ordersMoved, orderSender } from '../sending/order-sender.ts'
import { showPlaced, showRefused } from '../sending/show-outcome.ts'
import { showCovering, showEnded, showFilled } from './show-news.ts'

export const OrderNews = () => {
  const navigate = useNavigate()
  const go = useEffectEvent((path: string) => void navigate(path))
  useEffect(() => {
    const stops = [
      onMemberEvent(
        'order.filled',
        (data) => {
          void ordersMoved()
          void showFilled(data, go)
        },
        () => void ordersMoved(),
      ),
      onMemberEvent('order.changed', (data) => {
        void ordersMoved()
        void showEnded(data, go)
      }),
      onMemberEvent('day-trading.covering', (data) => void showCovering(data, go)),
      orderSender.onOutcome((outcome, { body, name }) => {
        if (outcome.kind === 'placed') void showPlaced(body, name, go)
        else void showRefused(outcome)
        return true
      }),
    ]
    orderSender.resume()
    return () => stops.forEach((stop) => stop())
  }, [])
  return null
}
