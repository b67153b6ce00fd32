// npm run drill -- images [--server 1]: makes every image twice from nothing. Both must have the same layers, none may run
// as root or need to write its system, and each must list what is in it. Writes evidence/drill-images.json.

import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'

const root = resolve(import.meta.dirname, '../..')
const small = ['debian', 'node', 'nats', 'redis', 'postgres', 'postgres-ha', 'proxy']
/** V8 writes the code that it compiles for the server differently each time. It is a layer of its own, made from the others. */
const layersThatDiffer: Readonly<Record<string, number>> = { server: 1 }

/** Bases: what runs is made from them. */
const bases = new Set(['debian', 'node'])

/** Of the commit: the second build must not see a newer one. */
const time = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim()

/** A command that each image can run without any setting. */
const proofs: Readonly<Record<string, readonly string[]>> = {
  server: ['node', '--version'],
  nats: ['nats-server', '--version'],
  redis: ['redis-server', '--version'],
  postgres: ['postgres', '--version'],
  'postgres-ha': ['patroni', '--version'],
  proxy: ['haproxy', '-v'],
}

interface Image {
  readonly Id: string
  readonly Size: number
  readonly User: string
  readonly RootFS: { readonly Layers: readonly string[] }
}

const podman = (...args: readonly string[]): string =>
  execFileSync('podman', args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

const inspect = (name: string): Image =>
  (JSON.parse(podman('image', 'inspect', `fairlot-${name}`)) as Image[])[0]!

/** Awaited, so that Ctrl-C ends the drill during a build. */
async function make(name: string): Promise<number> {
  const began = performance.now()
  const env = {
    ...process.env,
    SOURCE_DATE_EPOCH: time,
    FAIRLOT_BUILD_FLAGS: `--no-cache ${process.env['FAIRLOT_BUILD_FLAGS'] ?? ''}`,
  }
  await promisify(execFile)(join(root, 'deploy/images/make.sh'), [name], {
    cwd: root,
    env,
    maxBuffer: 1 << 28,
  })
  return Math.round((performance.now() - began) / 1_000)
}

/** Without capabilities, on a read-only system, as the image's own user. */
const confined = [
  '--rm',
  '--network=none',
  '--read-only',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
]

function problemsOf(name: string, { User: user }: Image): string[] {
  const problems: string[] = []
  const list = name === 'server' ? '/app/sbom.json' : '/packages.txt'
  const run = (entry: string, ...args: readonly string[]): string =>
    podman('run', ...confined, `--entrypoint=${entry}`, `fairlot-${name}`, ...args)
  if (run('cat', list).length < 500) problems.push(`${name}: ${list} does not list its parts`)
  if (bases.has(name)) return problems
  if (user === '' || user === 'root' || user === '0') problems.push(`${name} runs as "${user}"`)
  if (run('id', '-u') === '0') problems.push(`${name} runs as root`)
  const [program, ...args] = proofs[name]!
  if (run(program!, ...args) === '') problems.push(`${name}: ${program} says nothing`)
  const { status } = spawnSync('podman', [
    'run',
    ...confined,
    '--entrypoint=touch',
    `fairlot-${name}`,
    '/usr/x',
  ])
  if (status === 0) problems.push(`${name} can write its system`)
  return problems
}

async function run({ option, say }: DrillContext): Promise<DrillResult> {
  const names = option('server', 1) === 0 ? small : [...small, 'server']
  const images: Record<string, object> = {}
  const problems: string[] = []
  for (const name of names) {
    const seconds = await make(name)
    const first = inspect(name)
    await make(name)
    const second = inspect(name)
    const { Layers: layers } = second.RootFS
    const different = layers.filter((layer, at) => layer !== first.RootFS.Layers[at]).length
    if (different > (layersThatDiffer[name] ?? 0) || layers.length !== first.RootFS.Layers.length)
      problems.push(`${name}: ${different} layers of the second build have another digest`)
    problems.push(...problemsOf(name, second))
    images[name] = {
      digest: second.Id,
      isSame: first.Id === second.Id,
      layers: layers.length,
      different,
      megabytes: Math.round(second.Size / 1e6),
      seconds,
      user: second.User,
    }
    say(`${name}: ${JSON.stringify(images[name])}`)
  }
  return { figures: { images }, problems }
}

await runDrill({ name: 'images', kind: 'containers', options: ['server'], run })
