import * as z from 'zod/mini'
import { id, instant, none, text, webauthnJson } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { account, code, password } from './fields.ts'

/** A forgotten password. */
export const recoveryRoutes = {
  beginRecovery: defineRoute({
    path: '/auth/beginRecovery',
    feature: 'auth',
    summary: 'Forgotten password: the same answer for every account, known or not',
    capability: 'public',
    rateLimit: 'credential',
    body: z.strictObject({ account }),
    data: z.object({
      recoveryId: id,
      passkey: z.object({ ceremonyId: id, options: webauthnJson }),
      expiresAt: instant,
    }),
    refusals: [
      'input.required',
      'input.account-uppercase',
      'input.account-chinese',
      'input.account-not-ten-digits',
    ],
  }),
  finishRecovery: defineRoute({
    path: '/auth/finishRecovery',
    feature: 'auth',
    summary: 'Set a new password by authenticator, recovery code, passkey or a passed review',
    capability: 'public',
    rateLimit: 'credential',
    body: z.strictObject({
      recoveryId: id,
      newPassword: password,
      confirmPassword: password,
      proof: z.discriminatedUnion('way', [
        z.strictObject({ way: z.literal('authenticator'), code }),
        z.strictObject({ way: z.literal('recovery-code'), code }),
        z.strictObject({ way: z.literal('passkey'), ceremonyId: id, response: webauthnJson }),
        /** The key the member kept since requesting the review, which two operators have approved. */
        z.strictObject({ way: z.literal('review'), code }),
      ]),
    }),
    data: none,
    refusals: [
      'input.required',
      'auth.recovery-refused',
      'auth.challenge-expired',
      'input.password-length',
      'input.password-composition',
      'input.password-is-account',
      'input.password-common',
      'account.passwords-differ',
    ],
  }),
  requestRecoveryReview: defineRoute({
    path: '/auth/requestRecoveryReview',
    feature: 'auth',
    summary: 'Ask two operators to review who you are; the same answer for every account',
    capability: 'public',
    rateLimit: 'credential',
    idempotent: true,
    body: z.strictObject({
      recoveryId: id,
      contact: text(120),
      statement: text(500),
      /**
       * Created in the requester's browser and kept by the requester. Without this key an approved request cannot be
       * used.
       */
      key: text(40),
    }),
    data: z.object({ reference: text(40) }),
    refusals: [
      'input.required',
      'input.text-length',
      'input.invalid',
      'auth.challenge-expired',
      'auth.recovery-budget',
    ],
  }),
}
