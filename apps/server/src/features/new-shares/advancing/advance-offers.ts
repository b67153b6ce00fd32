import { drawTimes, newSharesRules, placesOf } from '@fairlot/rules/new-shares'
import { hourMs } from '@fairlot/rules/calendar'
import { recordAudit } from '#features/audit'
import { roundMarginMs } from '@fairlot/rules/draws'
import { closeDraw, type DrawDeps, planDraw, readOutcome } from '#features/draws'
import { writesDurably } from '#platform/crash-points'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { NotifyDeps } from '../deps.ts'
import type { OfferRow } from '../store.ts'
import { bookDrawn, callWinners } from './book-draw.ts'
import { collectOverdue, moveUp } from './collect-payments.ts'
import { deliverShares } from './deliver-shares.ts'
import { voidUnqualified, voidWaiting } from './void-applications.ts'
import * as store from './store.ts'

export type AdvanceDeps = NotifyDeps & DrawDeps

/**
 * Moves every offer on by what is due: announced with its draw, opened, closed, drawn, paid, delivered, refunded. Each step and each
 * batch of applications is one transaction, and a crash between two leaves the rest for the next run. One failing offer
 * does not stop the others. Returns how many steps it took.
 */
export async function advanceOffers(db: Db, deps: AdvanceDeps, now: Date): Promise<number> {
  let steps = 0
  const troubles: unknown[] = []
  for (const { id } of await store.readUnfinished(db)) {
    try {
      // An offer may have several steps due after an outage.
      while (await takeStep(db, deps, id, now)) steps += 1
    } catch (error) {
      troubles.push(error)
    }
  }
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} offers could not move on`)
  return steps
}

const takeStep = (db: Db, deps: AdvanceDeps, offerId: string, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const offer = await store.lockOffer(tx, offerId)
    return offer ? advance(tx, deps, offer, now) : false
  })

/** One step. Returns false when nothing is due. */
async function advance(tx: Tx, deps: AdvanceDeps, offer: OfferRow, now: Date): Promise<boolean> {
  if (offer.state === 'not-started') {
    // The worker was down for the whole window: without a public commitment there is no draw.
    if (offer.closesAt <= now) return cancelOffer(tx, offer, 'not-announced', now)
    return offer.announcesAt <= now && (await announce(tx, deps, offer, now))
  }
  if (offer.state === 'pending') return offer.opensAt <= now && (await open(tx, offer))
  if (offer.state === 'subscribing') {
    if ((await voidUnqualified(tx, deps, offer, now)) > 0) return true
    return offer.closesAt <= now && (await close(tx, deps, offer, now))
  }
  switch (offer.stage) {
    case 'waiting-draw':
      return takeOutcome(tx, offer, now)
    case 'applying':
      return bookOrCall(tx, deps, offer, now)
    case 'paying':
      return collect(tx, deps, offer, now)
    case 'settled':
      return deliver(tx, deps, offer, now)
    case 'void':
      return (await voidWaiting(tx, deps, offer, offer.isRemoved ? 'removed' : 'draw-void', now)) > 0
    default:
      return false
  }
}

/** The commitment of the draw is public before the first application. */
async function announce(tx: Tx, deps: AdvanceDeps, offer: OfferRow, now: Date): Promise<boolean> {
  const { fallbackAt } = drawTimes(offer)
  const before = (moment: Date): Date => new Date(moment.getTime() - roundMarginMs)
  const drawId = await planDraw(
    tx,
    deps,
    {
      kind: 'new-shares',
      subjectId: offer.id,
      title: {
        tw: `${offer.name.tw} ${offer.symbol}`,
        en: `${offer.name.en} ${offer.symbol}`,
      },
      rules: {
        symbol: offer.symbol,
        price: offer.price.toString(),
        lots: offer.lots,
        sharesEach: offer.minShares,
        perPerson: offer.maxPerMember,
        paymentMode: offer.paymentMode,
        fee: offer.fee.toString(),
        eligible: 'verified persons',
      },
      closesAt: offer.closesAt,
      places: placesOf(offer),
      schedule: { releaseBy: before(offer.drawsAt), fallbackReleaseBy: before(fallbackAt) },
    },
    { now, requestId: newId(now.getTime()) },
  )
  await store.setPending(tx, offer.id, drawId)
  await auditStep(tx, offer, 'announced', now, { drawId })
  return true
}

async function open(tx: Tx, offer: OfferRow): Promise<boolean> {
  await store.setSubscribing(tx, offer.id)
  await auditStep(tx, offer, 'opened', offer.opensAt)
  return true
}

async function close(tx: Tx, deps: AdvanceDeps, offer: OfferRow, now: Date): Promise<boolean> {
  await closeDraw(tx, deps, offer.drawId!, { now, requestId: newId(now.getTime()) })
  const applications = await store.endOffer(tx, offer.id)
  await auditStep(tx, offer, 'closed', now, { applications })
  return true
}

/** The next steps return all money. */
async function cancelOffer(tx: Tx, offer: OfferRow, reason: string, now: Date): Promise<boolean> {
  writesDurably(tx, 'offer.void')
  await store.setVoid(tx, offer.id, null)
  await auditStep(tx, offer, 'void', now, { reason })
  return true
}

/** Writes the drawn order, or learns that the draw is void. */
async function takeOutcome(tx: Tx, offer: OfferRow, now: Date): Promise<boolean> {
  const outcome = await readOutcome(tx, offer.drawId!)
  if (outcome.state === 'void') return cancelOffer(tx, offer, outcome.reason, now)
  if (outcome.state !== 'decided') return false
  writesDurably(tx, 'offer.places')
  await store.setPlaces(
    tx,
    offer.id,
    outcome.order.map(({ reference }) => reference),
  )
  await store.setStage(tx, offer.id, 'applying')
  await auditStep(tx, offer, 'drawn', now, { applications: outcome.order.length, places: outcome.places })
  return true
}

/** Winners are asked to pay only when every application has its result. */
async function bookOrCall(tx: Tx, deps: AdvanceDeps, offer: OfferRow, now: Date): Promise<boolean> {
  if ((await bookDrawn(tx, deps, offer, now)) > 0) return true
  await store.setStage(tx, offer.id, 'paying')
  await callWinners(tx, deps, offer, deadlineOf(offer, now), now)
  return true
}

async function collect(tx: Tx, deps: AdvanceDeps, offer: OfferRow, now: Date): Promise<boolean> {
  const called = await callWinners(tx, deps, offer, deadlineOf(offer, now), now)
  if (called > 0) return true
  const { unpaid, count } = await collectOverdue(tx, deps, offer, now)
  if (unpaid > 0) await moveUp(tx, offer, unpaid)
  if (count > 0) return true
  if (offer.payBy > now || (await store.countOpenWinners(tx, offer.id)) > 0) return false
  writesDurably(tx, 'offer.settle')
  await store.setStage(tx, offer.id, 'settled')
  await auditStep(tx, offer, 'settled', now)
  return true
}

/** On the listing date, once the stock is an instrument. */
async function deliver(tx: Tx, deps: AdvanceDeps, offer: OfferRow, now: Date): Promise<boolean> {
  if (!(await store.isListed(tx, offer.id, now))) return false
  if ((await deliverShares(tx, deps, offer, now)) > 0) return true
  await store.setStage(tx, offer.id, 'listed')
  await auditStep(tx, offer, 'listed', now)
  return true
}

/** Winners of the draw pay until the offer's deadline. An applicant who is asked after it gets time of their own. */
const deadlineOf = (offer: OfferRow, now: Date): Date =>
  offer.payBy > now ? offer.payBy : new Date(now.getTime() + newSharesRules.moveUpHours.default * hourMs)

const auditStep = (tx: Tx, offer: OfferRow, what: string, at: Date, details: Record<string, unknown> = {}) =>
  recordAudit(tx, {
    action: `new-shares.offer-${what}`,
    actor: 'system',
    subject: `offer:${offer.id}`,
    details: { symbol: offer.symbol, ...details },
    requestId: newId(at.getTime()),
  })
