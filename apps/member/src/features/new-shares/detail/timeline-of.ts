import type { TimelineStep } from '@fairlot/ui'
import { cash, costOf, type Offer } from '../offer-figures.ts'
import type { NewSharesTexts } from '../texts/tw.ts'

interface Formats {
  readonly moment: (instant: string) => string
  readonly day: (date: string) => string
}

/** How many steps are done: announced, opened, closed, drawn, paid, listed. */
const doneOf = ({ state, stage, drawId }: Offer): number => {
  if (state === 'not-started') return 0
  if (state === 'pending') return 1
  if (state === 'subscribing') return 2
  if (stage === 'void') return drawId === null ? 0 : 2
  if (stage === 'waiting-draw' || stage === 'applying') return 3
  if (stage === 'paying') return 4
  return stage === 'listed' ? 6 : 5
}

export function timelineOf(
  offer: Offer,
  texts: NewSharesTexts['detail'],
  { moment, day }: Formats,
): readonly TimelineStep[] {
  const done = doneOf(offer)
  const amount = cash(costOf(offer).amount)
  const steps = [
    { key: 'announced', title: texts.announced, time: moment(offer.announcesAt) },
    { key: 'opened', title: texts.opened, time: moment(offer.opensAt) },
    { key: 'closed', title: texts.closed, time: moment(offer.closesAt), caption: texts.closedText },
    { key: 'drawn', title: texts.drawn, time: moment(offer.drawsAt), caption: texts.drawnText },
    {
      key: 'pay',
      title: texts.pay,
      time: texts.payBy(moment(offer.payBy)),
      caption: offer.paymentMode === 'prepaid' ? texts.prepaidText(amount) : texts.onWinText(amount),
    },
    { key: 'listed', title: texts.listed, time: day(offer.listsOn), caption: texts.listedText },
  ]
  return steps.map((step, n) => ({
    ...step,
    state: n < done ? 'done' : n > done ? 'todo' : offer.stage === 'void' ? 'bad' : 'now',
  }))
}
