import { hash } from 'node:crypto'
import type { Sha256 } from '@fairlot/proof'

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
