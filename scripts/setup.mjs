// npm run setup: installs what the machine lacks; with --ha also what the drills of a database cluster start. Plain
// JavaScript without npm packages, because it runs first on a new machine, before npm ci, with the system's Node (20 or
// newer).
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchNatsServer } from './setup/nats-from-debian.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const devFolder = join(root, '.dev')
const oldestNats = [2, 12, 3]

/** The services that Debian makes of a package. */
const unitOf = {
  postgresql: 'postgresql',
  'redis-server': 'redis-server',
  patroni: 'patroni',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  prometheus: 'prometheus',
  podman: ['podman.socket', 'podman.service', 'podman-auto-update.timer'],
}

/** Another installation may be under way on this machine. */
const waiting = ['-o', 'DPkg::Lock::Timeout=300']

const say = (line) => console.log(line)
const isRoot = process.getuid?.() === 0

const release = new Map(
  (existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '')
    .split('\n')
    .map((line) => /^(\w+)="?(.*?)"?$/.exec(line))
    .filter(Boolean)
    .map((match) => [match[1], match[2]]),
)

if (release.get('ID') !== 'debian') {
  say(
    'npm run setup installs on Debian only. On this system: npm ci, then npm run doctor prints the exact lines.',
  )
  process.exit(1)
}

const wanted = [...developmentPackages(), ...(process.argv.includes('--ha') ? clusterPackages() : [])]
installMissing(wanted)
installNats()
say('setup: done')

function developmentPackages() {
  return [
    ['postgresql', hasPostgres()],
    ['redis-server', Boolean(onPath('redis-server') ?? onPath('valkey-server'))],
    ['chromium', Boolean(onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome'))],
    // The tests' browser; Lighthouse and people need the full one.
    ['chromium-headless-shell', Boolean(onPath('chromium-headless-shell'))],
    ['fonts-noto-cjk', hasChineseFont()],
    ['fontconfig', Boolean(onPath('fc-list'))],
    ['openssl', Boolean(onPath('openssl'))],
    ['ca-certificates', existsSync('/etc/ssl/certs/ca-certificates.crt')],
  ]
}

/** What `npm run drill` starts: docs/operating/drills.md. */
function clusterPackages() {
  return [
    ['patroni', Boolean(onPath('patroni'))],
    ['etcd-server', Boolean(onPath('etcd'))],
    ['etcd-client', Boolean(onPath('etcdctl'))],
    ['haproxy', Boolean(onPath('haproxy'))],
    ['pgbackrest', Boolean(onPath('pgbackrest'))],
    ['prometheus', Boolean(onPath('prometheus'))],
    ['podman', Boolean(onPath('podman'))],
    ['runc', Boolean(onPath('runc'))],
    ['netavark', existsSync('/usr/lib/podman/netavark')],
    ['aardvark-dns', existsSync('/usr/lib/podman/aardvark-dns')],
    // How netavark joins containers; only recommended by it.
    ['iptables', Boolean(onPath('iptables'))],
    ['mmdebstrap', Boolean(onPath('mmdebstrap'))],
    ['libfaketime', hasFakeClock()],
    ['gcc', Boolean(onPath('gcc'))],
    ['libc6-dev', existsSync('/usr/include/stdio.h')],
  ]
}

/** A folder per kind of processor. */
function hasFakeClock() {
  return readdirSync('/usr/lib').some((folder) =>
    existsSync(join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1')),
  )
}

function installMissing(wanted) {
  const missing = wanted.filter(([, present]) => !present).map(([name]) => name)
  for (const [name, present] of wanted) say(`${name}: ${present ? 'present' : 'missing'}`)
  if (missing.length === 0) return
  withoutServiceStarts(() => {
    asRoot('apt-get', ['-qq', ...waiting, 'update'])
    asRoot('apt-get', ['-qq', '-y', ...waiting, '--no-install-recommends', 'install', ...missing])
  })
  // Our servers run under .dev with their own settings; the system's would only occupy the usual ports.
  const units = Object.entries(unitOf)
    .filter(([name]) => missing.includes(name))
    .flatMap(([, units]) => units)
  if (units.length > 0 && existsSync('/run/systemd/system'))
    asRoot('systemctl', ['disable', '--now', ...units])
}

/** Debian starts a server as soon as it is installed, unless this file forbids it. */
function withoutServiceStarts(install) {
  const policy = '/usr/sbin/policy-rc.d'
  if (!isRoot || existsSync(policy)) return install()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    install()
  } finally {
    rmSync(policy)
  }
}

function installNats() {
  const unpacked = join(devFolder, 'bin/nats-server')
  for (const binary of [unpacked, onPath('nats-server')]) {
    const version = binary && natsVersion(binary)
    if (version && isNewEnough(version)) return say(`nats-server: ${version.join('.')} present`)
  }
  try {
    say(fetchNatsServer(devFolder, release.get('VERSION_CODENAME'), say))
  } catch (error) {
    say(`nats-server: ${error.message}`)
  }
  const version = natsVersion(unpacked) ?? natsVersion(onPath('nats-server') ?? '')
  if (!version) {
    say('nats-server could not be had. Put version 2.12.3 or newer on the PATH or at .dev/bin/nats-server.')
    process.exit(1)
  }
  if (!isNewEnough(version)) {
    say(
      `warning: nats-server ${version.join('.')} is older than ${oldestNats.join('.')}; fit for development only`,
    )
  }
}

function natsVersion(binary) {
  const output = spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout ?? ''
  return /(\d+)\.(\d+)\.(\d+)/.exec(output)?.slice(1).map(Number)
}

function isNewEnough(version) {
  const at = version.findIndex((part, index) => part !== oldestNats[index])
  return at === -1 || version[at] > oldestNats[at]
}

function hasPostgres() {
  const folder = '/usr/lib/postgresql'
  return (
    existsSync(folder) &&
    readdirSync(folder).some((version) => existsSync(join(folder, version, 'bin/initdb')))
  )
}

function hasChineseFont() {
  const fonts = spawnSync('fc-list', [':lang=zh-tw', 'family'], { encoding: 'utf8' }).stdout ?? ''
  return fonts.trim() !== ''
}

function onPath(name) {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

function asRoot(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const line = isRoot ? [command, ...args] : ['sudo', command, ...args]
  if (!isRoot && !onPath('sudo')) {
    say(`needs root: ${[command, ...args].join(' ')}`)
    process.exit(1)
  }
  say(`> ${line.join(' ')}`)
  const result = spawnSync(line[0], line.slice(1), { stdio: 'inherit', env })
  if (result.status === 0) return
  say(`failed: ${line.join(' ')}`)
  process.exit(1)
}
