// Fills in the templates of deploy/postgres. The drills and `npm run cluster` write the same files.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface ClusterServer {
  readonly name: string
  readonly address: string
  /** Holds the configuration, data, logs and socket of this server. */
  readonly folder: string
  readonly port: number
  readonly restPort: number
  readonly etcdClientPort: number
  readonly etcdPeerPort: number
}

export interface ClusterPlan {
  readonly servers: readonly ClusterServer[]
  /** One per machine that runs processes of Fairlot. */
  readonly proxies: readonly {
    readonly name: string
    readonly address: string
    readonly folder: string
    readonly primaryPort: number
    readonly metricsPort: number
  }[]
  readonly ownerPassword: string
  readonly replicationPassword: string
  readonly rewindPassword: string
  readonly repositoryPassphrase: string
  /** The folder of pgBackRest's backups. */
  readonly repository: string
  readonly clusterNetwork: string
  readonly applicationNetwork: string
  readonly applicationAuth: 'scram-sha-256' | 'trust'
  readonly localAuth: 'peer map=cluster' | 'trust'
  readonly sharedBuffers: string
  /** The folder with PostgreSQL's programs. */
  readonly bin: string
  readonly pgbackrest: string
}

const templates = resolve(import.meta.dirname, '../../deploy/postgres')
const read = (name: string): string => readFileSync(join(templates, name), 'utf8')
const placeholder = /\$\{(\w+)\}/g

/** Refuses a placeholder without a value: a half-filled file would start a wrong server. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>, of: string): string {
  return text.replace(placeholder, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === '')
      throw new Error(`${of} needs ${name}: give it a value in the plan of the cluster`)
    if (String(value).includes('${')) throw new Error(`${name} of ${of} contains \${: choose another value`)
    return String(value)
  })
}

/** Every file of the cluster by its name below the folder of its machine: `pg1/patroni.yml`. */
export function renderCluster(plan: ClusterPlan): ReadonlyMap<string, string> {
  const { servers, proxies, ...settings } = plan
  if (servers.length < 3)
    throw new Error(
      `the cluster has ${servers.length} servers: it needs three, or one failure stops all writes`,
    )
  const hba = withoutComments(fillIn(withoutComments(read('pg_hba.conf')), { ...settings }, 'pg_hba.conf'))
  const files = new Map<string, string>()
  for (const server of servers) {
    const values = {
      ...settings,
      ...server,
      etcdHosts: JSON.stringify(servers.map((each) => `${each.address}:${each.etcdClientPort}`)),
      members: servers.map((each) => `${each.name}=http://${each.address}:${each.etcdPeerPort}`).join(','),
      hba: JSON.stringify(hba.split('\n').map((line) => line.replace(/ +/g, ' '))),
      clientPort: server.etcdClientPort,
      peerPort: server.etcdPeerPort,
    }
    for (const name of ['patroni.yml', 'etcd.yml', 'pgbackrest.conf'])
      files.set(`${server.name}/${name}`, fillIn(withoutNote(read(name)), values, `${server.name}/${name}`))
  }
  const lines = servers.map(
    ({ name, address, port, restPort }) => `  server ${name} ${address}:${port} check port ${restPort}`,
  )
  for (const proxy of proxies)
    files.set(
      `${proxy.name}/haproxy.cfg`,
      fillIn(read('haproxy.cfg'), { ...proxy, servers: lines.join('\n') }, `${proxy.name}/haproxy.cfg`),
    )
  return files
}

const withoutComments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .join('\n')

/** The first comment speaks of the template itself. */
const withoutNote = (text: string): string => text.replace(/^(#.*\n)+/, '')
