import type { authRoutes } from '@fairlot/contract/auth'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { AuthDeps } from './deps.ts'
import { beginAuthenticator } from './factors/begin-authenticator.ts'
import { beginPasskey } from './factors/begin-passkey.ts'
import { beginPasskeySignIn } from './factors/begin-passkey-sign-in.ts'
import { confirmAuthenticator } from './factors/confirm-authenticator.ts'
import { enrolDeviceKey } from './factors/enrol-device-key.ts'
import { finishPasskey } from './factors/finish-passkey.ts'
import { finishPasskeySignIn } from './factors/finish-passkey-sign-in.ts'
import { finishSignIn } from './factors/finish-sign-in.ts'
import { listPasskeys } from './factors/list-passkeys.ts'
import { removeAuthenticator } from './factors/remove-authenticator.ts'
import { removeDeviceKey } from './factors/remove-device-key.ts'
import { removePasskey } from './factors/remove-passkey.ts'
import { renamePasskey } from './factors/rename-passkey.ts'
import { renewRecoveryCodes } from './factors/renew-recovery-codes.ts'
import { changePassword } from './passwords/change-password.ts'
import { setFundPassword } from './passwords/set-fund-password.ts'
import { signIn } from './passwords/sign-in.ts'
import { beginRecovery } from './recovery/begin-recovery.ts'
import { finishRecovery } from './recovery/finish-recovery.ts'
import { requestRecoveryReview } from './recovery/request-recovery-review.ts'
import { registerMember } from './registration/register-member.ts'
import { securityOverview } from './security-overview.ts'
import { listSessions, listSignIns } from './sessions/list-sessions.ts'
import { revokeOtherSessions, revokeSession } from './sessions/revoke-session.ts'
import { signOut } from './sessions/sign-out.ts'

export const authHandlers = (deps: AuthDeps): Handlers<typeof authRoutes> => ({
  registerMember: (form, context) => registerMember(deps, context.tx, form, context),
  signIn: (credentials, context) => signIn(deps, credentials, context),
  finishSignIn: (factor, context) => finishSignIn(deps, factor, context),
  beginPasskeySignIn: ({ challengeId }, context) => beginPasskeySignIn(deps, challengeId, context),
  finishPasskeySignIn: (answer, context) => finishPasskeySignIn(deps, answer, context),
  signOut: (_body, context) => signOut(deps, context),
  listSessions: async (_body, context) => done(await listSessions(deps, context)),
  revokeSession: ({ sessionId }, context) => revokeSession(deps, sessionId, context),
  revokeOtherSessions: (_body, context) => revokeOtherSessions(deps, context),
  listSignIns: async ({ before }, context) => done(await listSignIns(deps, before, context)),
  securityOverview: async (_body, context) => done(await securityOverview(deps, context)),
  changePassword: (change, context) => changePassword(deps, change, context),
  setFundPassword: (form, context) => setFundPassword(deps, form, context),
  beginAuthenticator: ({ password }, context) => beginAuthenticator(deps, password, context),
  confirmAuthenticator: ({ code }, context) => confirmAuthenticator(deps, code, context),
  removeAuthenticator: (given, context) => removeAuthenticator(deps, given, context),
  renewRecoveryCodes: ({ code }, context) => renewRecoveryCodes(deps, code, context),
  listPasskeys: async (_body, context) => done(await listPasskeys(deps, context)),
  beginPasskey: ({ password }, context) => beginPasskey(deps, password, context),
  finishPasskey: (offer, context) => finishPasskey(deps, offer, context),
  renamePasskey: (given, context) => renamePasskey(deps, given, context),
  removePasskey: (given, context) => removePasskey(deps, given, context),
  enrolDeviceKey: (offer, context) => enrolDeviceKey(deps, offer, context),
  removeDeviceKey: (_body, context) => removeDeviceKey(deps, context),
  beginRecovery: ({ account }, context) => beginRecovery(deps, account, context),
  finishRecovery: (recovery, context) => finishRecovery(deps, recovery, context),
  requestRecoveryReview: (request, context) => requestRecoveryReview(deps, context.tx, request, context),
})
