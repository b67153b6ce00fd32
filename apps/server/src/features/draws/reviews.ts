import type { ReviewKindHandler } from '#features/operators'
import type { DrawDeps } from './deps.ts'
import { readDraw } from './reading/store.ts'
import { releaseDraw, releasePayload } from './release-draw.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The subject of the review is the draw. */
export const drawReviews = (deps: Pick<DrawDeps, 'secrets'>): ReviewKindHandler => ({
  kind: 'draw-release',
  async describe(tx, { subject, payload }) {
    const draw = await readDraw(tx, subject)
    if (!draw) throw new Error(`draw ${subject} does not exist`)
    const { terms, root, tickets } = releasePayload(draw)
    return {
      facts: [
        { code: 'draw.title', value: `${draw.title.tw} / ${draw.title.en}` },
        { code: 'draw.tickets', value: String(tickets) },
        { code: 'draw.places', value: String(draw.places) },
        { code: 'draw.release-by', value: draw.releaseBy.toISOString() },
        { code: 'draw.round', value: String(draw.round) },
        { code: 'draw.root', value: root ?? '' },
      ],
      checks: [
        { ok: same(payload.terms, terms), code: 'draw.same-terms', value: terms.slice(0, 8) },
        {
          ok: same([payload.root, payload.tickets], [root, tickets]),
          code: 'draw.same-list',
          value: (root ?? '').slice(0, 8),
        },
        { ok: draw.state === 'closed', code: 'draw.is-closed', value: draw.state },
      ],
      effects: ['draw.secret-published', 'draw.round-fetched', 'draw.order-published'],
    }
  },
  async execute(tx, { subject, reviewId }, { now, requestId }) {
    const did = await releaseDraw(tx, deps, { drawId: subject, reviewId }, { now, requestId })
    return did ? 'passed' : 'release-too-late'
  },
  onRejected: () => Promise.resolve(),
})
