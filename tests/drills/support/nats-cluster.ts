// Three NATS servers on this machine with deploy/nats/node.conf: only addresses and paths differ.

import { randomBytes } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type NatsUser, natsUsers } from '@fairlot/contract/venue'
import { findNatsServer } from '@fairlot/testkit/services/binaries'
import { endingWithParent, type ServiceProcess, startService } from '@fairlot/testkit/services/process'
import { until } from '@fairlot/testkit/until'
import type { NatsAddress } from '@fairlot/process/connect-nats'
import { makeCertificates } from '../../flows/support/certificates.ts'

const root = resolve(import.meta.dirname, '../../..')
export const nodes = [1, 2, 3] as const
export type NodeNumber = (typeof nodes)[number]

export interface NatsCluster {
  readonly urls: string
  readonly caFile: string
  addressOf(user: NatsUser): NatsAddress & { readonly passwordFile: string; readonly caFile: string }
  /** For the servers that start from now on; the file of the process stays as it is. */
  setPassword(user: NatsUser, password: string): void
  kill(node: NodeNumber): Promise<void>
  /** Starts it and waits until it has both routes again. */
  start(node: NodeNumber): Promise<void>
  stop(): Promise<void>
}

export async function startNatsCluster(folder: string, firstPort: number): Promise<NatsCluster> {
  const portsOf = (node: NodeNumber) => ({
    client: firstPort + node,
    route: firstPort + 10 + node,
    monitor: firstPort + 20 + node,
  })
  makeCertificates(folder, ['DNS:localhost', 'IP:127.0.0.1'])
  copyFileSync(join(root, 'deploy/nats/users.conf'), join(folder, 'users.conf'))
  const passwords = Object.fromEntries(natsUsers.map((user) => [user, randomBytes(24).toString('hex')]))
  for (const user of natsUsers)
    writeFileSync(join(folder, `${user}.password`), passwords[user]!, { mode: 0o600 })
  const text = readFileSync(join(root, 'deploy/nats/node.conf'), 'utf8')
  const running = new Map<NodeNumber, ServiceProcess>()

  const routesOf = async (node: NodeNumber): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${portsOf(node).monitor}/routez`).catch(() => undefined)
    const { routes = [] } = answer ? ((await answer.json()) as { routes?: { remote_name: string }[] }) : {}
    return new Set(routes.map((route) => route.remote_name)).size
  }
  const launch = async (node: NodeNumber): Promise<void> => {
    const ports = portsOf(node)
    const file = join(folder, `node-${node}.conf`)
    const config = text
      .replace('0.0.0.0:4222', `127.0.0.1:${ports.client}`)
      .replace('127.0.0.1:8222', `127.0.0.1:${ports.monitor}`)
      .replace('0.0.0.0:6222', `127.0.0.1:${ports.route}`)
      .replaceAll(/nats-(\d):6222/g, (_match, other: string) => `127.0.0.1:${firstPort + 10 + Number(other)}`)
      .replaceAll('/etc/fairlot/nats', folder)
    writeFileSync(file, config, { mode: 0o600 })
    const variables = natsUsers.map((user) => [`NATS_${user.toUpperCase()}_PASSWORD`, passwords[user]!])
    const [command, ...args] = endingWithParent('TERM', [findNatsServer()!, '--config', file])
    running.set(
      node,
      await startService({
        name: `nats-${node}`,
        command: command!,
        args,
        cwd: folder,
        env: { ...process.env, ...Object.fromEntries(variables), NATS_NODE: `nats-${node}` },
        isReady: () =>
          fetch(`http://127.0.0.1:${ports.monitor}/healthz`).then(
            ({ ok }) => ok,
            () => false,
          ),
      }),
    )
  }
  const untilJoined = (node: NodeNumber) =>
    until(`node ${node} to have its routes`, async () => (await routesOf(node)) === nodes.length - 1)

  const urls = nodes.map((node) => `tls://127.0.0.1:${portsOf(node).client}`).join(',')
  const caFile = join(folder, 'ca.crt')
  await Promise.all(nodes.map(launch))
  for (const node of nodes) await untilJoined(node)
  return {
    urls,
    caFile,
    addressOf: (user) => ({ url: urls, user, passwordFile: join(folder, `${user}.password`), caFile }),
    setPassword: (user, password) => void (passwords[user] = password),
    async kill(node) {
      const { pid, exited } = running.get(node)!
      process.kill(pid, 'SIGKILL')
      await exited
    },
    async start(node) {
      await launch(node)
      await untilJoined(node)
    },
    stop: async () => void (await Promise.all([...running.values()].map((service) => service.stop()))),
  }
}
