import { text } from '../fields.ts'

export const password = text(256)
export const code = text(64)
export const account = text(32)
