import * as z from 'zod/mini'
import { id } from '../fields.ts'
import { defineRoute } from '../route.ts'

export const uploadsRoutes = {
  image: defineRoute({
    path: '/uploads/image',
    feature: 'uploads',
    summary:
      'A picture for a form: JPEG, PNG or WebP as the whole body; kept for a day unless a form takes it over',
    capability: 'edit-own',
    rateLimit: 'write',
    takes: 'image',
    body: z.unknown(),
    data: z.object({ uploadId: id }),
    refusals: ['upload.refused', 'upload.too-many'],
  }),
  readFile: defineRoute({
    path: '/uploads/readFile',
    feature: 'uploads',
    summary: 'A picture of mine, as a file to save',
    capability: 'read-own',
    rateLimit: 'read',
    gives: 'file',
    body: z.strictObject({ fileId: id }),
    data: z.unknown(),
    refusals: ['upload.not-found'],
    objectIds: ['fileId'],
  }),
}
