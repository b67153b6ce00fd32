// node scripts/count-words.ts COMMIT: how often the replaced words of docs/vocabulary.md stand in identifiers and file
// names, in that commit and now. Writes evidence/words.json.
import { resolve } from 'node:path'
import { countReplaced, readReplaced } from './check-tree.ts'
import { inCommit } from './commit-folder.ts'
import { writeEvidence } from './evidence.ts'

const root = resolve(import.meta.dirname, '..')
const [commit] = process.argv.slice(2)
if (!commit) throw new Error('name the commit to compare with: node scripts/count-words.ts COMMIT')

const words = readReplaced(root)
const before = inCommit(root, commit, (folder) => countReplaced(folder, words))
const after = countReplaced(root, words)
const counts = words.map(({ word }) => ({
  word,
  before: before.get(word) ?? 0,
  after: after.get(word) ?? 0,
}))
for (const { word, before: was, after: is } of counts) console.log(`${word.padEnd(16)} ${was} → ${is}`)
writeEvidence(root, 'words', { since: commit, counts })
