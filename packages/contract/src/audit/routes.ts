import * as z from 'zod/mini'
import { instant, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'

export const auditRoutes = {
  checkpoint: defineRoute({
    path: '/audit/checkpoint',
    feature: 'audit',
    summary: 'The newest signed head of the audit chain, and the key that signed it',
    capability: 'public',
    pace: 'read',
    body: nothing,
    data: z.object({
      sequence: text(20),
      head: text(64),
      signedAt: z.nullable(instant),
      signature: text(128),
      publicKey: text(128),
    }),
    refusals: [],
  }),
}
