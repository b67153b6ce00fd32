// Compiles one C file of the drills with gcc.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findOnPath } from '@fairlot/testkit/services/binaries'

/** Returns the path of the program, or of the library to preload. */
export function compile(name: string, kind: 'program' | 'library', folder: string): string {
  const gcc = findOnPath('gcc')
  if (gcc === undefined) throw new Error('gcc is missing: npm run setup -- --ha')
  const made = join(folder, kind === 'library' ? `${name}.so` : name)
  const flags = kind === 'library' ? ['-shared', '-fPIC'] : []
  const source = join(import.meta.dirname, `${name}.c`)
  const { status, stderr } = spawnSync(
    gcc,
    ['-O2', '-Wall', '-Werror', ...flags, '-o', made, source, '-ldl'],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`gcc could not compile ${source}:\n${stderr}`)
  return made
}
