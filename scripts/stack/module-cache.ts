import { join } from 'node:path'

/** Where Node keeps compiled modules: a process that starts again needs half the processor time. */
export const moduleCache = (root: string): string => join(root, 'node_modules/.cache/fairlot-modules')
