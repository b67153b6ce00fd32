// npm run cluster -- <plan.json> <folder>: writes the configuration of every machine of a database cluster.
// deploy/postgres/cluster.example.json is such a plan. The files contain passwords: only their owner may read them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ClusterPlan, renderCluster } from './cluster/render.ts'

const [planFile, folder] = process.argv.slice(2)
if (planFile === undefined || folder === undefined) {
  console.error('usage: npm run cluster -- <plan.json> <folder>; see docs/operating/high-availability.md')
  process.exit(1)
}
const plan = JSON.parse(readFileSync(planFile, 'utf8')) as ClusterPlan
for (const [name, text] of renderCluster(plan)) {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, text, { mode: 0o600 })
  console.log(`wrote ${path}`)
}
