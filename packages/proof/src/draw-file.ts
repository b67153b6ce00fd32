// A whole draw in one file, as a member downloads it. scripts/verify-draw.py and scripts/verify-draw.mjs read it
// without any of this code.

import type { SignedRoot } from './check-evidence.ts'

export interface SignedText {
  readonly keyId: string
  /** SPKI in DER, base64. */
  readonly publicKey: string
  /** Ed25519, base64. */
  readonly signature: string
}

export interface DrawTicket {
  readonly ticketId: string
  /** The application. */
  readonly reference: string
  readonly salt: string
  readonly issuedAt: string
  readonly receipt: SignedText
}

export interface DrawFile {
  readonly format: 'fairlot draw v1'
  /** Canonical JSON of DrawTerms. */
  readonly terms: string
  readonly announcement: SignedText & { readonly announcedAt: string }
  /** The signed root of the list. */
  readonly root: SignedRoot
  /** Every ticket, sorted. */
  readonly tickets: readonly string[]
  readonly release: { readonly secret: string; readonly releasedAt: string }
  readonly beacon: { readonly round: number; readonly signature: string; readonly randomness: string }
  readonly seed: string
  /** The drawn order: indexes of `tickets`, the first first. The first `places` win. */
  readonly order: readonly number[]
  /** The reader's own ticket, which only they know. */
  readonly mine: DrawTicket | null
}

export const drawFile = (file: DrawFile): string => `${JSON.stringify(file)}\n`
