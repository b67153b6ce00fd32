import { fileURLToPath } from 'node:url'
import { moduleCache } from '../../../scripts/stack/module-cache.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What every process needs that a test starts. */
export const childEnvironment = (): Readonly<Record<string, string | undefined>> => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: moduleCache(root),
})
