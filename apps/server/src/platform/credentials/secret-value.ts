import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits. Too many to guess, so a plain SHA-256 is enough to store. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

export const hashSecret = (value: string): Buffer => createHash('sha256').update(value).digest()

export const isRandomSecret = (value: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(value)

export const newToken = (): string => `tk1_${randomSecret()}`

export const isToken = (value: string): boolean => value.startsWith('tk1_') && isRandomSecret(value.slice(4))
