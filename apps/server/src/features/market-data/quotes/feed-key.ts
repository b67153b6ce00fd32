import { randomBytes } from 'node:crypto'

/** Each holder of a job makes a new key: the key of an earlier holder becomes worthless. */
export const newFeedKey = (): string => randomBytes(32).toString('hex')
