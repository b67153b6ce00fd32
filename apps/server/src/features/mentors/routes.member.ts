import type { mentorsRoutes } from '@fairlot/contract/mentors'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { applyAsMentor } from './applying/apply.ts'
import { cancelApplication, closeProfile } from './applying/decide.ts'
import type { MentorsDeps } from './deps.ts'
import {
  listMentors,
  readFillsOf,
  readHub,
  readOne,
  readOwn,
  readRecordPage,
  readTradesPage,
} from './read-mentors.ts'

export const mentorsHandlers = (deps: MentorsDeps): Handlers<typeof mentorsRoutes> => ({
  hub: async (_body, { caller }) => done(await readHub(deps.db, caller.memberId)),
  list: async (body) => done(await listMentors(deps.db, body)),
  read: ({ mentorId }) => readOne(deps.db, mentorId),
  record: ({ mentorId, after = null }) => readRecordPage(deps.db, mentorId, after),
  trades: ({ mentorId, before = null }) => readTradesPage(deps.db, mentorId, before),
  fills: ({ mentorId, tradeId }) => readFillsOf(deps.db, mentorId, tradeId),
  own: async (_body, { caller }) => done(await readOwn(deps.db, caller.memberId)),
  apply: (body, { caller, now, requestId, tx }) =>
    applyAsMentor(tx, deps, { memberId: caller.memberId, body, now, requestId }),
  cancel: ({ applicationId }, { caller, now, requestId, tx }) =>
    cancelApplication(tx, deps, applicationId, { memberId: caller.memberId, now, requestId }),
  close: (_body, { caller, now, requestId, tx }) =>
    closeProfile(tx, deps, { memberId: caller.memberId, now, requestId }),
})
