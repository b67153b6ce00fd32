import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, text } from '../fields.ts'

export const uploadsConsoleRoutes = {
  openPicture: defineConsoleRoute({
    path: '/uploads/openPicture',
    feature: 'uploads',
    summary: 'One picture of one member, for a purpose the member will read',
    right: 'open-personal',
    pace: 'write',
    gives: 'file',
    body: z.strictObject({ memberId: id, fileId: id, purpose: text(200) }),
    data: z.unknown(),
    refusals: ['personal.not-found', 'personal.purpose-required', 'review.own-account'],
    objectIds: ['memberId', 'fileId'],
  }),
}
