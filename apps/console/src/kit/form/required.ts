import type { FieldSpec } from '@fairlot/ui'

/** A field that must be filled in. */
export const required = (message: string, maxLength?: number): FieldSpec => ({
  rules: [{ required: true, message }],
  maxLength,
})

export const optional: FieldSpec = { rules: [] }
