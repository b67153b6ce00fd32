// Reads the file of secrets; outside production it is made at the first start, and grows with new keys.

import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import type { Mode } from '@fairlot/process/durability'
import { problemsOf, makeSecretsFile, secretsFile, type SecretsFile, withNewRings } from '../secrets.ts'
import type { Report } from './variables.ts'

export function readSecrets(mode: Mode, path: string | undefined, report: Report): SecretsFile | undefined {
  const variable = 'SECRETS_FILE'
  if (path === undefined) {
    if (mode === 'test') return makeSecretsFile()
    report(variable, 'is not set')
    return undefined
  }
  if (!existsSync(path)) {
    if (mode === 'production') {
      report(variable, 'no such file')
      return undefined
    }
    makeFirst(path)
  }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    report(variable, 'cannot be read as JSON')
    return undefined
  }
  let parsed = secretsFile.safeParse(content)
  if (!parsed.success && mode !== 'production') {
    const grown = withNewRings(content)
    if (grown) {
      replaceFile(path, grown)
      parsed = { success: true, data: grown }
    }
  }
  if (!parsed.success) {
    // Only the path inside the file: messages of a schema may quote the value.
    for (const issue of parsed.error.issues)
      report(variable, `${issue.path.join('.') || 'the file'} is missing or wrong`)
    return undefined
  }
  const problems = problemsOf(parsed.data)
  if (mode === 'production' && !isPrivate(statSync(path))) {
    problems.push('others on this machine can read it: chmod 600')
  }
  for (const problem of problems) report(variable, problem)
  return problems.length === 0 ? parsed.data : undefined
}

interface Owned {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

/**
 * Only the owner can read it. Kubernetes mounts a secret as root's, readable by the group of the pod: that is private
 * too, when the group is this process's own.
 */
export function isPrivate({ mode, uid, gid }: Owned, ownGroup = process.getgid?.()): boolean {
  const isMounted = uid === 0 && gid !== 0 && gid === ownGroup
  return (mode & (isMounted ? 0o037 : 0o077)) === 0
}

function replaceFile(path: string, file: SecretsFile): void {
  const fresh = `${path}.${process.pid}.new`
  writeFileSync(fresh, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  renameSync(fresh, path)
}

/** The first start in development. Two roles may start at once: the second reads what the first wrote. */
function makeFirst(path: string): void {
  try {
    writeFileSync(path, `${JSON.stringify(makeSecretsFile(), null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
