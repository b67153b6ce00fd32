import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, text } from '../fields.ts'
import { countsOf, requestFilter, requestMember } from '../fund-requests/index.ts'
import { bankAccountRejections, bankAccountStates, bankCurrencies } from './states.ts'

export const bankAccountsConsoleRoutes = {
  registered: defineConsoleRoute({
    path: '/bank-accounts/registered',
    feature: 'bank-accounts',
    summary:
      'List masked bank accounts by state: longest waiting first, decided ones newest first, fifty per page',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({
      state: z.enum(bankAccountStates),
      filter: z.optional(requestFilter),
      after: z.optional(text(64)),
    }),
    data: z.object({
      bankAccounts: z.array(
        z.object({
          bankAccountId: id,
          reviewId: z.nullable(id),
          number: z.nullable(text(16)),
          member: requestMember,
          currency: z.enum(bankCurrencies),
          holder: text(80),
          bank: text(80),
          ending: text(4),
          state: z.enum(bankAccountStates),
          rejectionReason: z.nullable(z.enum(bankAccountRejections)),
          note: z.nullable(text(300)),
          isSecond: z.boolean(),
          isSigned: z.boolean(),
          addedAt: instant,
          promisedAt: z.nullable(instant),
          decidedAt: z.nullable(instant),
          usableFrom: z.nullable(instant),
        }),
      ),
      next: z.nullable(text(64)),
      pending: z.int(),
      late: z.int(),
      counts: countsOf(bankAccountStates),
    }),
    refusals: [],
  }),
  exportRegistered: defineConsoleRoute({
    path: '/bank-accounts/exportRegistered',
    feature: 'bank-accounts',
    summary: 'Download the bank accounts of a state and filter as CSV, masked as on the screen; recorded',
    right: 'read',
    rateLimit: 'write',
    gives: 'file',
    body: z.strictObject({ state: z.enum(bankAccountStates), filter: z.optional(requestFilter) }),
    data: z.unknown(),
    refusals: [],
  }),
}
