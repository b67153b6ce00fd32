import type { ConsoleBodyOf, consoleRoutes } from '@fairlot/contract/console-routes'
import { operatorRoles } from '@fairlot/contract/operators'
import { rightsOf } from '@fairlot/rules/operators'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { OperatorsDeps } from './deps.ts'
import { takeHalf } from './people/halves.ts'
import { listOperators } from './people/list-operators.ts'
import { proposeOperator, proposeRoles } from './people/propose.ts'
import { beginPasskey, finishPasskey } from './passkeys/add-passkey.ts'
import { listPasskeys } from './passkeys/list-passkeys.ts'
import { removePasskey } from './passkeys/remove-passkey.ts'
import { beginPasskeySignIn, finishPasskeySignIn } from './passkeys/sign-in-by-passkey.ts'
import { openPersonal } from './personal/open-personal.ts'
import { readPushKey, subscribePush, unsubscribePush } from './pushing/subscribe-push.ts'
import { countQueue, readBell } from './queue/count-queue.ts'
import { listQueue } from './queue/list-queue.ts'
import { openDocument } from './queue/open-document.ts'
import { readReview } from './queue/read-review.ts'
import { savedViewsOf } from './views/saved-views.ts'
import { vote, cancelProposal } from './queue/vote.ts'
import { search } from './searching/search.ts'
import { endSession } from './sessions/end-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { changePassword } from './signing-in/change-password.ts'
import { beginEnrolment, finishEnrolment } from './signing-in/enrol.ts'
import { finishSignIn } from './signing-in/finish-sign-in.ts'
import { signIn } from './signing-in/sign-in.ts'
import { signOut } from './signing-in/sign-out.ts'
import { whoAmI } from './signing-in/who-am-i.ts'
import { addReviewNote } from './working/add-review-note.ts'
import { exportQueue } from './working/export-queue.ts'
import { releaseReviews, takeReviews } from './working/take-reviews.ts'
import { addVotingKey, listVotingKeys } from './voting-keys/add-voting-key.ts'
import { signVote } from './voting-keys/sign-vote.ts'

/** No role has these permissions, and no route uses them. */
const noRole = ['write-balance', 'write-price', 'write-fill', 'write-draw', 'write-statistic'] as const

const views = savedViewsOf<ConsoleBodyOf<'/operators/saveView'>['filter']>('queue')

export const operatorsConsoleHandlers = (
  deps: OperatorsDeps,
): ConsoleHandlers<(typeof consoleRoutes)['operators']> => ({
  signIn: (body, context) => signIn(deps, body, context),
  finishSignIn: (body, context) => finishSignIn(deps, body, context),
  beginPasskeySignIn: ({ challengeId }, context) => beginPasskeySignIn(deps, challengeId, context),
  finishPasskeySignIn: (body, context) => finishPasskeySignIn(deps, body, context),
  listPasskeys: async (_body, { caller }) => done(await listPasskeys(deps.db, caller.operatorId)),
  beginPasskey: ({ password }, context) => beginPasskey(deps, password, context),
  finishPasskey: (body, context) => finishPasskey(deps, body, context),
  removePasskey: (body, context) => removePasskey(deps, body, context),
  listSessions: async (_body, { caller, now }) => done(await listSessions(deps.db, caller, now)),
  endSession: ({ sessionId }, context) => endSession(deps.db, sessionId, context),
  changePassword: (body, context) => changePassword(deps, body, context),
  beginEnrolment: (body, context) => beginEnrolment(deps, body, context),
  finishEnrolment: (body, context) => finishEnrolment(deps, body, context),
  me: async (_body, { caller, now }) => done(await whoAmI(deps.db, caller, now)),
  signOut: (body, context) => signOut(deps.db, body, context),
  queue: (body, { caller, now }) => listQueue(deps.db, body, caller, now),
  queueCounts: async (_body, { caller, now }) => done(await countQueue(deps.db, caller, now)),
  bell: async (_body, { caller, now }) => done(await readBell(deps.db, caller, now)),
  pushKey: async (_body, { caller }) => done(await readPushKey(deps, caller)),
  subscribePush: (body, { caller, now }) => subscribePush(deps, body, caller, now),
  unsubscribePush: (_body, { caller }) => unsubscribePush(deps.db, caller),
  review: ({ reviewId }, { caller, now }) => readReview(deps, reviewId, caller, now),
  vote: (body, context) => vote(deps, body, context),
  signVote: (body, context) => signVote(deps, body, context),
  votingKeys: async (_body, { caller }) => done(await listVotingKeys(deps.db, caller.operatorId)),
  addVotingKey: (body, context) => addVotingKey(deps.db, body, context),
  takeHalf: ({ operatorId }, context) => takeHalf(deps, operatorId, context),
  cancelReview: ({ reviewId }, context) => cancelProposal(deps, reviewId, context),
  listViews: async (_body, { caller }) => done(await views.list(deps.db, caller.operatorId)),
  saveView: (body, { caller, now }) => views.save(deps.db, caller.operatorId, body, now),
  removeView: ({ viewId }, { caller }) => views.remove(deps.db, caller.operatorId, viewId),
  openDocument: (body, context) => openDocument(deps, body, context),
  openPersonal: (body, context) => openPersonal(deps, body, context),
  search: ({ text }, context) => search(deps.db, text, context),
  takeReviews: ({ reviewIds }, context) => takeReviews(deps.db, reviewIds, context),
  releaseReviews: ({ reviewIds }, context) => releaseReviews(deps.db, reviewIds, context),
  addReviewNote: (body, context) => addReviewNote(deps.db, body, context),
  exportQueue: ({ filter }, context) => exportQueue(deps.db, filter, context),
  listOperators: async (_body, { caller, now }) =>
    done({ operators: await listOperators(deps.db, caller.operatorId, now) }),
  roleMatrix: async () =>
    done({
      roles: operatorRoles.map((role) => ({ role, rights: [...rightsOf[role]] })),
      noRole: [...noRole],
    }),
  proposeOperator: (body, context) => proposeOperator(deps.db, body, context),
  proposeRoles: (body, context) => proposeRoles(deps.db, body, context),
})
