import type { ConsoleBodyOf, consoleRoutes } from '@fairlot/contract/console-routes'
import { savedViewsOf } from '#features/operators'
import type { MarketFacts } from '#features/positions'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { addNote } from './console/detail/add-note.ts'
import { showMember } from './console/detail/show-member.ts'
import { countForConsole } from './console/list/count-members.ts'
import { listMembers } from './console/list/list-members.ts'
import { proposeLift, proposeRestriction } from './console/proposing/propose-restriction.ts'

const views = savedViewsOf<ConsoleBodyOf<'/members/saveView'>['filter']>('members')

export const membersConsoleHandlers = ({
  db,
  ...market
}: MarketFacts & { readonly db: Db }): ConsoleHandlers<(typeof consoleRoutes)['members']> => ({
  list: (body, context) => listMembers(db, body, context),
  counts: async () => done(await countForConsole(db)),
  detail: ({ memberId }, { now }) => showMember(db, market, memberId, now),
  addNote: (body, context) => addNote(db, body, context),
  proposeRestriction: (body, context) => proposeRestriction(db, body, context),
  proposeLift: (body, context) => proposeLift(db, body, context),
  listViews: async (_body, { caller }) => done(await views.list(db, caller.operatorId)),
  saveView: (body, { caller, now }) => views.save(db, caller.operatorId, body, now),
  removeView: ({ viewId }, { caller }) => views.remove(db, caller.operatorId, viewId),
})
