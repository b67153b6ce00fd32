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

const session = z.object({
  sessionId: id,
  /** Browser and system. */
  device: text(80),
  /** The network and not the address. */
  network: text(64),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  isCurrent: z.boolean(),
})

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
    summary: 'Sign in with login name and password; a second factor always follows',
    right: 'public',
    rateLimit: 'credential',
    body: z.strictObject({ login, password }),
    data: z.object({ challengeId: id, methods: z.array(z.enum(operatorFactors)), expiresAt: instant }),
    refusals: ['operator.wrong-credentials', 'operator.locked'],
  }),
  finishSignIn: defineConsoleRoute({
    path: '/operators/finishSignIn',
    feature: 'operators',
    summary: 'Complete sign-in with an authenticator or recovery code; starts the session',
    right: 'public',
    rateLimit: 'credential',
    body: z.strictObject({ challengeId: id, method: z.enum(['authenticator', 'recovery-code']), code }),
    data: me,
    refusals: ['operator.wrong-code', 'operator.challenge-expired', 'operator.locked'],
  }),
  beginPasskeySignIn: defineConsoleRoute({
    path: '/operators/beginPasskeySignIn',
    feature: 'operators',
    summary: 'Get the passkey challenge for the second factor, after the password',
    right: 'public',
    rateLimit: 'credential',
    body: z.strictObject({ challengeId: id }),
    data: ceremony,
    refusals: ['operator.challenge-expired'],
  }),
  finishPasskeySignIn: defineConsoleRoute({
    path: '/operators/finishPasskeySignIn',
    feature: 'operators',
    summary: 'Complete sign-in with a passkey; starts the session',
    right: 'public',
    rateLimit: 'credential',
    body: z.strictObject({ ceremonyId: id, response: webauthnJson }),
    data: me,
    refusals: ['operator.challenge-expired', 'operator.passkey-refused'],
  }),
  listPasskeys: defineConsoleRoute({
    path: '/operators/listPasskeys',
    feature: 'operators',
    summary: 'List my passkeys',
    right: 'signed-in',
    rateLimit: 'read',
    body: nothing,
    data: z.object({ passkeys: z.array(passkey) }),
    refusals: [],
  }),
  beginPasskey: defineConsoleRoute({
    path: '/operators/beginPasskey',
    feature: 'operators',
    summary: 'Start adding a passkey; asks for the password and returns the creation options',
    right: 'signed-in',
    rateLimit: 'credential',
    body: z.strictObject({ password }),
    data: ceremony,
    refusals: ['operator.passkey-limit', 'operator.wrong-credentials', 'operator.locked'],
  }),
  finishPasskey: defineConsoleRoute({
    path: '/operators/finishPasskey',
    feature: 'operators',
    summary: 'Save the passkey that the device created',
    right: 'signed-in',
    rateLimit: 'credential',
    body: z.strictObject({ ceremonyId: id, response: webauthnJson, name: text(40) }),
    data: passkey,
    refusals: ['operator.challenge-expired', 'operator.passkey-refused', 'operator.passkey-limit'],
  }),
  removePasskey: defineConsoleRoute({
    path: '/operators/removePasskey',
    feature: 'operators',
    summary: 'Remove one of my passkeys; asks for the password',
    right: 'signed-in',
    rateLimit: 'credential',
    body: z.strictObject({ passkeyId: id, password }),
    data: none,
    refusals: ['request.not-found', 'operator.wrong-credentials', 'operator.locked'],
    objectIds: ['passkeyId'],
  }),
  listSessions: defineConsoleRoute({
    path: '/operators/listSessions',
    feature: 'operators',
    summary: 'List where I am signed in',
    right: 'signed-in',
    rateLimit: 'read',
    body: nothing,
    data: z.object({ sessions: z.array(session) }),
    refusals: [],
  }),
  endSession: defineConsoleRoute({
    path: '/operators/endSession',
    feature: 'operators',
    summary: 'End one of my other sessions, and push to its browser',
    right: 'signed-in',
    rateLimit: 'write',
    body: z.strictObject({ sessionId: id }),
    data: none,
    refusals: ['request.not-found'],
    objectIds: ['sessionId'],
  }),
  changePassword: defineConsoleRoute({
    path: '/operators/changePassword',
    feature: 'operators',
    summary: 'Replace my password; my other sessions end',
    right: 'signed-in',
    rateLimit: 'credential',
    body: z.strictObject({ password, newPassword: password, confirmPassword: password }),
    data: z.object({ ended: z.int() }),
    refusals: [
      'operator.wrong-credentials',
      'operator.locked',
      'operator.passwords-differ',
      'operator.password-weak',
      'operator.password-same',
    ],
  }),
  beginEnrolment: defineConsoleRoute({
    path: '/operators/beginEnrolment',
    feature: 'operators',
    summary:
      'Enrol with the one-time code, or both halves of it, and a new password; returns the authenticator seed',
    right: 'public',
    rateLimit: 'credential',
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
    summary:
      'Confirm the authenticator with its first code; returns the recovery codes once and starts the session',
    right: 'public',
    rateLimit: 'credential',
    body: z.strictObject({ challengeId: id, code }),
    data: z.object({ me, recoveryCodes: z.array(text(32)) }),
    refusals: ['operator.wrong-code', 'operator.challenge-expired', 'operator.enrolment-refused'],
  }),
  me: defineConsoleRoute({
    path: '/operators/me',
    feature: 'operators',
    summary: 'My name, roles and rights, and when this session ends',
    right: 'signed-in',
    rateLimit: 'read',
    body: nothing,
    data: me,
    refusals: [],
  }),
  signOut: defineConsoleRoute({
    path: '/operators/signOut',
    feature: 'operators',
    summary: 'End this session, and push to this browser unless the page signed out an idle operator',
    right: 'signed-in',
    rateLimit: 'write',
    body: z.strictObject({ isIdle: z.optional(z.boolean()) }),
    data: none,
    refusals: [],
  }),
  votingKeys: defineConsoleRoute({
    path: '/operators/votingKeys',
    feature: 'operators',
    summary: 'List my voting keys',
    right: 'signed-in',
    rateLimit: 'read',
    body: nothing,
    data: z.object({ keys: z.array(votingKey) }),
    refusals: [],
  }),
  addVotingKey: defineConsoleRoute({
    path: '/operators/addVotingKey',
    feature: 'operators',
    summary:
      'Submit a voting key; active at once with a founding operator’s code, otherwise after two colleagues compare its fingerprint and approve it',
    right: 'signed-in',
    rateLimit: 'credential',
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
    rateLimit: 'write',
    body: z.strictObject({ operatorId: id }),
    data: z.object({ half: text(32) }),
    refusals: ['operator.half-taken'],
    objectIds: ['operatorId'],
  }),
}
