import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs with the files of a commit in a temporary folder. */
export function inCommit<Result>(root: string, commit: string, run: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-commit-'))
  try {
    const tar = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 })
    execFileSync('tar', ['-x', '-C', folder], { input: tar })
    return run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
