// Urgent reviews this operator can decide. Polled even without activity on the page: the call does not keep the session
// alive. A new one is announced, with a browser notification if the operator has allowed it.

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { useEffect, useRef, useState } from 'react'
import { announce } from '#shell/announce.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { showToast } from '#shell/messages.ts'
import type { Bell } from '#shell/page.ts'
import { useMe } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'

const EVERY_MS = 10_000

type Urgent = ConsoleDataOf<'/operators/bell'>['urgent'][number]

export const useBell = (): Bell => {
  const me = useMe()
  const [urgent, setUrgent] = useState<readonly Urgent[]>([])
  const known = useRef<ReadonlySet<string> | null>(null)
  const operatorId = me?.operatorId
  useEffect(() => {
    if (operatorId === undefined) return undefined
    let isGone = false
    const ask = async () => {
      const answer = await call('/operators/bell', {}, { quiet: true })
      if (!answer.ok || isGone) return
      const before = known.current
      known.current = new Set(answer.data.urgent.map(({ reviewId }) => reviewId))
      setUrgent(answer.data.urgent)
      const fresh = before === null ? [] : answer.data.urgent.filter(({ reviewId }) => !before.has(reviewId))
      if (fresh[0] !== undefined) ring(fresh[0])
    }
    void ask()
    const timer = setInterval(() => void ask(), EVERY_MS)
    return () => {
      isGone = true
      known.current = null
      clearInterval(timer)
    }
  }, [operatorId])
  const [first] = urgent
  return {
    count: urgent.length,
    href: first === undefined ? '/queue' : `/queue?review=${first.reviewId}`,
  }
}

const ring = ({ number, reviewId }: Urgent): void => {
  const text = shellTexts.now().bell.rings(number)
  announce(text)
  showToast({ text, tone: 'info', ms: 8000, waits: true })
  void refresh('/operators/queue', '/operators/queueCounts')
  if (
    document.visibilityState === 'hidden' &&
    'Notification' in window &&
    Notification.permission === 'granted'
  ) {
    // The tag of the push about the same review: one replaces the other.
    new Notification(text, { tag: `/queue?review=${reviewId}` })
  }
}
