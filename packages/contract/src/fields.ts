// Shapes that several features' schemas share. They bound size and type only. Whether a value is accepted is decided in
// packages/rules, so that the apps and the server refuse with the same code.

import * as z from 'zod/mini'

export const text = (max: number) => z.string().check(z.maxLength(max))
export const id = z.uuid()
/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()
/** An integer amount in minor units, written in decimal digits: JSON numbers cannot carry a bigint. */
export const minor = z.string().check(z.regex(/^-?\d{1,30}$/))
export const nothing = z.strictObject({})
export const none = z.null()
/** WebAuthn JSON is checked by the WebAuthn library, not by a second schema. */
export const webauthnJson = z.record(z.string().check(z.maxLength(64)), z.unknown())
export const texts = z.strictObject({ tw: text(200), en: text(200) })
/** A proposal that was made now. */
export const proposed = z.object({ reviewId: id, number: text(16) })
/** A proposal that still needs another operator's approval. */
export const openProposal = z.object({ reviewId: id, number: text(16), by: text(40), openedAt: instant })
