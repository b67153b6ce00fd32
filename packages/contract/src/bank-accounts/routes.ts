import * as z from 'zod/mini'
import { id, instant, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { bankAccountRejections, bankAccountStates, bankCurrencies } from './states.ts'

const bankAccount = z.object({
  bankAccountId: id,
  currency: z.enum(bankCurrencies),
  holder: text(80),
  bankCode: text(20),
  bankName: text(80),
  branch: text(120),
  branchCode: text(20),
  /** The last four digits. */
  ending: text(4),
  state: z.enum(bankAccountStates),
  rejectionReason: z.nullable(z.enum(bankAccountRejections)),
  note: z.nullable(text(300)),
  addedAt: instant,
  /** From this time on the account can receive withdrawals. */
  usableFrom: z.nullable(instant),
  isDefault: z.boolean(),
})

export const bankAccountsRoutes = {
  list: defineRoute({
    path: '/bank-accounts/list',
    feature: 'bank-accounts',
    summary: 'My bank accounts with their state, and how many I may have',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      bankAccounts: z.array(bankAccount),
      max: z.int(),
      /** Cool-down in hours before a new account can receive withdrawals. */
      coolDownHours: z.int(),
      /** The verified name an account must be in; null before identity is verified. */
      holder: z.nullable(text(80)),
    }),
    refusals: [],
  }),
  banks: defineRoute({
    path: '/bank-accounts/banks',
    feature: 'bank-accounts',
    summary: 'Banks of Taiwan by code',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({ banks: z.array(z.object({ code: text(20), tw: text(80), en: text(80) })) }),
    refusals: [],
  }),
  add: defineRoute({
    path: '/bank-accounts/add',
    feature: 'bank-accounts',
    summary: 'Add a bank account in my own name; it cools down for a day before money may go there',
    capability: 'edit-own',
    rateLimit: 'credential',
    idempotent: true,
    body: z.strictObject({
      currency: z.enum(bankCurrencies),
      holder: text(80),
      number: text(40),
      bankCode: text(20),
      bankName: z.optional(text(80)),
      branch: text(120),
      branchCode: z.optional(text(20)),
      ifsc: z.optional(text(20)),
      upi: z.optional(text(80)),
      fundPassword: text(64),
      /** Signed by the device key over the canonical text of the change. Without a signature the evidence says so. */
      signature: z.optional(z.strictObject({ deviceKey: id, signature: text(100) })),
    }),
    data: z.object({ bankAccount }),
    refusals: [
      'input.required',
      'identity.complete-first',
      'identity.pending',
      'identity.not-passed',
      'card.exists',
      'card.not-own',
      'card.full',
      'card.number',
      'card.bank',
      'card.ifsc',
      'card.upi',
      'password.fund-not-set',
      'password.wrong-fund',
      'auth.fund-password-locked',
      'order.signature',
    ],
  }),
  remove: defineRoute({
    path: '/bank-accounts/remove',
    feature: 'bank-accounts',
    summary: 'Remove a bank account of mine',
    capability: 'edit-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ bankAccountId: id }),
    data: none,
    refusals: ['card.not-found', 'order.pending-review-exists'],
    objectIds: ['bankAccountId'],
  }),
  setDefault: defineRoute({
    path: '/bank-accounts/setDefault',
    feature: 'bank-accounts',
    summary: 'Choose the account that a withdrawal offers first',
    capability: 'edit-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ bankAccountId: id }),
    data: none,
    refusals: ['card.not-found'],
    objectIds: ['bankAccountId'],
  }),
}
