// How operators sign in, and their own keys and codes.

import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, none, nothing, text, webauthnJson } from '../fields.ts'
import { operatorFactors, operatorRights, operatorRoles, votingKeyKinds } from './states.ts'

const login = text(32)
const password = text(256)
const code = text(64)
const bytes = (max: number) => text(max).check(z.regex(/^[\w-]+$/))
const grantedRole = z.object({ role: z.enum(operatorRoles), until: z.nullable(instant) })

const me = z.object({
  operatorId: id,
  login,
  name: text(40),
  roles: z.array(grantedRole),
  rights: z.array(z.enum(operatorRights)),
  /** The latest end of the session. Without calls it ends `idleMinutes` after the last one. */
  expiresAt: instant,
  idleMinutes: z.int(),
  recoveryCodesLeft: z.int(),
  passkeys: z.int(),
  /** Voting keys in force; without one no vote counts. */
  votingKeys: z.int(),
  /** Created on the command line. A founder's first voting key needs the one-time code instead of two colleagues. */
  isFounder: z.boolean(),
})

const passkey = z.object({
  passkeyId: id,
  name: text(40),
  addedAt: instant,
  lastUsedAt: z.nullable(instant),
})
const ceremony = z.object({ ceremonyId: id, options: webauthnJson })

const votingKey = z.object({
  keyId: id,
  kind: z.enum(votingKeyKinds),
  label: text(40),
  credentialId: z.nullable(text(1_400)),
  /** SHA-256 of the public key, hexadecimal. */
  fingerprint: text(64),
  requestedAt: instant,
  state: z.enum(['waiting', 'valid', 'revoked']),
})

export const operatorSignInRoutes = {
  signIn: defineConsoleRoute({
    path: '/operators/signIn',
    feature: 'operators',
    summary: 'Login name and password; the second factor always follows',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ login, password }),
    data: z.object({ challengeId: id, methods: z.array(z.enum(operatorFactors)), expiresAt: instant }),
    refusals: ['operator.wrong-credentials', 'operator.locked'],
  }),
  finishSignIn: defineConsoleRoute({
    path: '/operators/finishSignIn',
    feature: 'operators',
    summary: 'The second factor: authenticator or recovery code; the session begins',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ challengeId: id, method: z.enum(['authenticator', 'recovery-code']), code }),
    data: me,
    refusals: ['operator.wrong-code', 'operator.challenge-expired', 'operator.locked'],
  }),
  beginPasskeySignIn: defineConsoleRoute({
    path: '/operators/beginPasskeySignIn',
    feature: 'operators',
    summary: 'After the password: what a passkey is to sign as the second factor',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ challengeId: id }),
    data: ceremony,
    refusals: ['operator.challenge-expired'],
  }),
  finishPasskeySignIn: defineConsoleRoute({
    path: '/operators/finishPasskeySignIn',
    feature: 'operators',
    summary: 'The second factor by passkey; the session begins',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ ceremonyId: id, response: webauthnJson }),
    data: me,
    refusals: ['operator.challenge-expired', 'operator.passkey-refused'],
  }),
  listPasskeys: defineConsoleRoute({
    path: '/operators/listPasskeys',
    feature: 'operators',
    summary: 'My passkeys',
    right: 'signed-in',
    pace: 'read',
    body: nothing,
    data: z.object({ passkeys: z.array(passkey) }),
    refusals: [],
  }),
  beginPasskey: defineConsoleRoute({
    path: '/operators/beginPasskey',
    feature: 'operators',
    summary: 'Add a passkey: the password again, then what the device is to make',
    right: 'signed-in',
    pace: 'credential',
    body: z.strictObject({ password }),
    data: ceremony,
    refusals: ['operator.passkey-limit', 'operator.wrong-credentials', 'operator.locked'],
  }),
  finishPasskey: defineConsoleRoute({
    path: '/operators/finishPasskey',
    feature: 'operators',
    summary: 'Keep the passkey the device has made',
    right: 'signed-in',
    pace: 'credential',
    body: z.strictObject({ ceremonyId: id, response: webauthnJson, name: text(40) }),
    data: passkey,
    refusals: ['operator.challenge-expired', 'operator.passkey-refused', 'operator.passkey-limit'],
  }),
  removePasskey: defineConsoleRoute({
    path: '/operators/removePasskey',
    feature: 'operators',
    summary: 'Remove a passkey of mine: the password again',
    right: 'signed-in',
    pace: 'credential',
    body: z.strictObject({ passkeyId: id, password }),
    data: none,
    refusals: ['request.not-found', 'operator.wrong-credentials', 'operator.locked'],
    objectIds: ['passkeyId'],
  }),
  beginEnrolment: defineConsoleRoute({
    path: '/operators/beginEnrolment',
    feature: 'operators',
    summary:
      'The first time: the one-time code or both halves of it, and the password one chooses; answers the authenticator seed',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ login, enrolmentCode: code, password, confirmPassword: password }),
    data: z.object({ challengeId: id, secret: text(64), uri: text(300), expiresAt: instant }),
    refusals: [
      'operator.enrolment-refused',
      'operator.password-weak',
      'operator.passwords-differ',
      'operator.locked',
    ],
  }),
  finishEnrolment: defineConsoleRoute({
    path: '/operators/finishEnrolment',
    feature: 'operators',
    summary: 'The first code of the authenticator; answers the recovery codes, once, and the session begins',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ challengeId: id, code }),
    data: z.object({ me, recoveryCodes: z.array(text(32)) }),
    refusals: ['operator.wrong-code', 'operator.challenge-expired', 'operator.enrolment-refused'],
  }),
  me: defineConsoleRoute({
    path: '/operators/me',
    feature: 'operators',
    summary: 'Who I am, my roles and rights, and how long this session lasts',
    right: 'signed-in',
    pace: 'read',
    body: nothing,
    data: me,
    refusals: [],
  }),
  signOut: defineConsoleRoute({
    path: '/operators/signOut',
    feature: 'operators',
    summary: 'End this session',
    right: 'signed-in',
    pace: 'write',
    body: nothing,
    data: none,
    refusals: [],
  }),
  votingKeys: defineConsoleRoute({
    path: '/operators/votingKeys',
    feature: 'operators',
    summary: 'The keys I sign votes with',
    right: 'signed-in',
    pace: 'read',
    body: nothing,
    data: z.object({ keys: z.array(votingKey) }),
    refusals: [],
  }),
  addVotingKey: defineConsoleRoute({
    path: '/operators/addVotingKey',
    feature: 'operators',
    summary:
      'Hand in a voting key. With a founding operator\u2019s code it is in force at once, else two colleagues compare its fingerprint and approve it',
    right: 'signed-in',
    pace: 'credential',
    body: z.strictObject({
      kind: z.enum(votingKeyKinds),
      /** SubjectPublicKeyInfo, DER. */
      publicKey: bytes(1_400),
      credentialId: z.optional(bytes(1_400)),
      label: text(40),
      /** The operator's earlier keys are lost: they are revoked when this one is approved. */
      replaces: z.boolean(),
      code: z.optional(code),
    }),
    data: z.object({ key: votingKey, number: z.nullable(text(16)) }),
    refusals: ['operator.key-open', 'operator.key-refused', 'operator.key-code-refused'],
  }),
  takeHalf: defineConsoleRoute({
    path: '/operators/takeHalf',
    feature: 'operators',
    summary: 'My half of a new operator\u2019s enrolment code, shown once',
    right: 'read',
    pace: 'write',
    body: z.strictObject({ operatorId: id }),
    data: z.object({ half: text(32) }),
    refusals: ['operator.half-taken'],
    objectIds: ['operatorId'],
  }),
}
