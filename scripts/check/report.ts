import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Prints each problem on its own line and sets exit code 1 if there are any. */
export async function report(check: (root: string) => string[] | Promise<string[]>): Promise<void> {
  const problems = await check(root)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
