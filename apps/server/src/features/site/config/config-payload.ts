import { configNames } from '@fairlot/rules/site'
import * as z from 'zod/mini'

export const configPayload = z.strictObject({
  name: z.enum(configNames),
  value: z.string(),
  /** What it was when it was proposed. */
  before: z.string(),
  /** Of a logo: the picture itself, WebP in base64. The two who approve it approve these bytes. */
  image: z.optional(z.string()),
})
export type ConfigPayload = z.infer<typeof configPayload>
