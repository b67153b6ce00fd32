// npm run native: writes the files of apps/native that follow from its installation.json and the product's version.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { nativeFolder, problemsOf, readInstallation, readVersion } from './native/installation.ts'
import { renderNative } from './native/render.ts'

const root = resolve(import.meta.dirname, '..')
const installation = readInstallation(root)
const problems = problemsOf(installation)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
const files = Object.entries(renderNative(installation, readVersion(root)))
for (const [path, text] of files) {
  const file = join(root, nativeFolder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
console.log(
  `${nativeFolder}: ${files.length} files written for ${installation.appId} at ${installation.host}`,
)
