import { configNames } from '@fairlot/rules/site'
import * as z from 'zod/mini'

export const configPayload = z.strictObject({
  name: z.enum(configNames),
  value: z.string(),
  /** The value at the time of the proposal. */
  before: z.string(),
  /** For a logo: the picture itself, WebP in base64. The two operators approve these bytes. */
  image: z.optional(z.string()),
})
export type ConfigPayload = z.infer<typeof configPayload>
