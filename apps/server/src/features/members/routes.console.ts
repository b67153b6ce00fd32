import type { ConsoleBodyOf, consoleRoutes } from '@fairlot/contract/console-routes'
import type { SavedViews } from '#features/operators'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { OpenReview } from './appeal-restriction.ts'
import { addNote } from './console/detail/add-note.ts'
import { type ShowAccount, showMember } from './console/detail/show-member.ts'
import { countForConsole } from './console/list/count-members.ts'
import { listMembers } from './console/list/list-members.ts'
import { proposeLift, proposeRestriction } from './console/proposing/propose-restriction.ts'

/** Features that depend on this one are passed in by the role. */
export interface MembersConsoleDeps {
  readonly db: Db
  readonly openReview: OpenReview
  readonly account: ShowAccount
  readonly views: SavedViews<ConsoleBodyOf<'/members/saveView'>['filter']>
}

export const membersConsoleHandlers = (
  deps: MembersConsoleDeps,
): ConsoleHandlers<(typeof consoleRoutes)['members']> => ({
  list: (body, { now }) => listMembers(deps.db, body, now),
  counts: async () => done(await countForConsole(deps.db)),
  detail: ({ memberId }, { now }) => showMember(deps.db, deps.account, memberId, now),
  addNote: (body, context) => addNote(deps.db, body, context),
  proposeRestriction: (body, context) => proposeRestriction(deps, body, context),
  proposeLift: (body, context) => proposeLift(deps, body, context),
  listViews: async (_body, { caller }) => done(await deps.views.list(deps.db, caller.operatorId)),
  saveView: (body, { caller, now }) => deps.views.save(deps.db, caller.operatorId, body, now),
  removeView: ({ viewId }, { caller }) => deps.views.remove(deps.db, caller.operatorId, viewId),
})
