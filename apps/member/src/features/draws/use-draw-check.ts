// Downloads a decided draw page by page and repeats it on this phone.

import { canCheck } from '@fairlot/app-shell/browser-tools'
import type { DataOf } from '@fairlot/contract'
import type { DrawFile, DrawStep, DrawVerdict } from '@fairlot/proof'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, call } from '#shell/client.ts'
import { checkOnPhone } from './check-on-phone.ts'

export type Detail = DataOf<'/draws/detail'>
export type Ticket = DataOf<'/draws/mine'>['tickets'][number]
export type Phase = 'load' | 'list' | 'order' | 'rest'

export type DrawCheck =
  | { readonly state: 'ready' | 'failed' | 'impossible' }
  | { readonly state: 'running'; readonly phase: Phase; readonly share: number }
  | { readonly state: 'done'; readonly file: DrawFile; readonly verdict: DrawVerdict; readonly ms: number }

const phaseOf = (step: DrawStep): Phase => (step === 'list' || step === 'order' ? step : 'rest')

export function useDrawCheck(detail: Detail, mine: Ticket | undefined) {
  const [check, setCheck] = useState<DrawCheck>({ state: 'ready' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = useCallback(async () => {
    if (!canCheck()) return setCheck({ state: 'impossible' })
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const { signal } = control
    const show = (next: DrawCheck): void => {
      if (!signal.aborted) setCheck(next)
    }
    const progress = (phase: Phase, share: number): void => show({ state: 'running', phase, share })
    progress('load', 0)
    const file = await readFile(detail, mine, signal, (share) => progress('load', share))
    if (file === undefined) return show({ state: 'failed' })
    const began = performance.now()
    const verdict = await checkOnPhone(file, (step, share) => progress(phaseOf(step), share))
    show({ state: 'done', file, verdict, ms: performance.now() - began })
  }, [detail, mine])
  return { check, run: () => void run() }
}

/** Undefined when a page could not be read. */
async function readFile(
  { draw, list }: Detail,
  mine: Ticket | undefined,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<DrawFile | undefined> {
  if (list === null || draw.release === null || draw.beacon === null || draw.seed === null) return undefined
  const tickets: string[] = []
  const order: number[] = []
  let from: number | null = 0
  while (from !== null) {
    const answer: Answer<'/draws/tickets'> = await call(
      '/draws/tickets',
      { drawId: draw.drawId, from },
      { signal, quiet: true },
    )
    if (!answer.ok) return undefined
    tickets.push(...(answer.data.tickets.match(/.{64}/g) ?? []))
    order.push(...answer.data.order)
    from = answer.data.next
    onProgress(tickets.length / list.leaves)
  }
  return {
    format: 'fairlot draw v1',
    terms: draw.terms,
    announcement: { announcedAt: draw.announcedAt, ...draw.announcement },
    root: list,
    tickets,
    release: draw.release,
    beacon: draw.beacon,
    seed: draw.seed,
    order,
    mine:
      mine === undefined
        ? null
        : {
            ticketId: mine.ticketId,
            reference: mine.reference,
            salt: mine.salt,
            issuedAt: mine.issuedAt,
            receipt: mine.receipt,
          },
  }
}
