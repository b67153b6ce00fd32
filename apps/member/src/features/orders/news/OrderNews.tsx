// Hears of the member's own orders on whatever page he is: fills and endings become a toast, and every list that shows
// them is read again. Also goes on with an order whose answer never came before the page was left.

import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { onOwn } from '#features/market-data'
import { appSender, ordersMoved } from '../sending/app-sender.ts'
import { showPlaced, showRefused } from '../sending/show-outcome.ts'
import { showCovering, showEnded, showFilled } from './show-news.ts'

export const OrderNews = () => {
  const navigate = useNavigate()
  const go = useEffectEvent((path: string) => void navigate(path))
  useEffect(() => {
    const sender = appSender()
    const stops = [
      onOwn(
        'order.filled',
        (data) => {
          void ordersMoved()
          void showFilled(data, go)
        },
        () => void ordersMoved(),
      ),
      onOwn('order.changed', (data) => {
        void ordersMoved()
        void showEnded(data, go)
      }),
      onOwn('day-trading.covering', (data) => void showCovering(data, go)),
      sender.onOutcome((outcome, { body, name }) => {
        if (outcome.kind === 'placed') void showPlaced(body, name, go)
        else void showRefused(outcome)
        return true
      }),
    ]
    sender.resume()
    return () => stops.forEach((stop) => stop())
  }, [])
  return null
}
