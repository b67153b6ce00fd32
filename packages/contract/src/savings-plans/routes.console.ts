import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id } from '../fields.ts'
import { savingsPlan } from './fields.ts'

export const savingsPlansConsoleRoutes = {
  ofMember: defineConsoleRoute({
    path: '/savings-plans/ofMember',
    feature: 'savings-plans',
    summary: 'The plans of a member with their last dates; ended ones too',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ memberId: id }),
    data: z.object({ plans: z.array(savingsPlan) }),
    refusals: [],
  }),
}
