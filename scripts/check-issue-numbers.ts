// An issue number means nothing to a reader without the tracker, and becomes outdated when the issue is closed. Docs
// and code say what is true now.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from './check/files.ts'
import { report } from './check/report.ts'

const folders = ['apps', 'packages', 'scripts', 'tests', 'database', 'docs', 'deploy', 'bench', 'changes']
const read = /[.](md|ts|tsx|mjs|cjs|sql|css|html|yaml|yml|json|sh)$/
const rootFiles = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']

export function checkIssueNumbers(root: string): string[] {
  const files = [
    ...folders.flatMap((folder) => filesBelow(root, folder, (path) => read.test(path))),
    ...filesBelow(root, '.', (path) => rootFiles.includes(path)),
  ]
  if (files.length === 0) return ['no file was found; nothing has been checked']
  return files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /\bissues? #?\d/i.test(line)
          ? [
              `${path}:${index + 1}: names an issue by number; say what is true now: ${line.trim().slice(0, 80)}`,
            ]
          : [],
      ),
  )
}

if (import.meta.main) await report(checkIssueNumbers)
