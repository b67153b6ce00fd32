import { hash } from 'node:crypto'
import { leafBytes, type Sha256Now } from '@fairlot/proof'

export const sha256Now: Sha256Now = (bytes) => hash('sha256', bytes, 'buffer')
export const leafHashNow = (body: string): Uint8Array => sha256Now(leafBytes(body))
