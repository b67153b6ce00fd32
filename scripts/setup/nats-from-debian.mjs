// Debian 12 has nats-server 2.9.10, which cannot flush each message to disk. Newer suites have newer versions that run
// here. The package is fetched with a separate apt state, so the machine's package lists do not change, and unpacked
// without being installed. apt checks the signature and the checksum.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDebianSource, readSourceFiles, withSuite } from './debian-sources.mjs'

const suites = ['forky', 'trixie']

/** Unpacks the newest nats-server that runs here into `.dev/bin` and returns its version line. */
export function fetchNatsServer(devFolder, codename, say) {
  const source = findDebianSource(readSourceFiles(), codename)
  if (!source) throw new Error(`no apt source for ${codename} main was found under /etc/apt`)
  const problems = []
  for (const suite of suites) {
    const state = join(devFolder, 'apt', suite)
    try {
      say(`nats-server: looking in Debian ${suite}`)
      const binary = unpack(state, withSuite(source, suite))
      const version = run(binary, ['--version']).trim()
      mkdirSync(join(devFolder, 'bin'), { recursive: true })
      // Renamed into place: a server running from the old file keeps it, and an incomplete binary is never visible.
      const target = join(devFolder, 'bin/nats-server')
      copyFileSync(binary, `${target}.new`)
      chmodSync(`${target}.new`, 0o755)
      renameSync(`${target}.new`, target)
      return version
    } catch (error) {
      problems.push(`${suite}: ${error.message}`)
    } finally {
      rmSync(join(devFolder, 'apt'), { recursive: true, force: true })
    }
  }
  throw new Error(problems.join('\n'))
}

function unpack(state, sources) {
  for (const folder of ['lists/partial', 'cache/archives/partial', 'sources', 'download', 'root']) {
    mkdirSync(join(state, folder), { recursive: true })
  }
  writeFileSync(join(state, 'sources/fairlot.sources'), sources)
  const options = [
    `Dir::State::lists=${join(state, 'lists')}`,
    'Dir::State::status=/dev/null',
    `Dir::Cache=${join(state, 'cache')}`,
    'Dir::Etc::sourcelist=/dev/null',
    `Dir::Etc::sourceparts=${join(state, 'sources')}`,
    'Acquire::Languages=none',
    'Acquire::Retries=3',
    // As root, apt switches to its own user, which cannot enter the folder of this clone.
    ...(process.getuid?.() === 0 ? ['APT::Sandbox::User=root'] : []),
  ].flatMap((option) => ['-o', option])
  run('apt-get', [...options, '-qq', 'update'])
  run('apt-get', [...options, '-qq', 'download', 'nats-server'], join(state, 'download'))
  const [archive] = readdirSync(join(state, 'download'))
  if (!archive) throw new Error('apt-get downloaded nothing')
  run('dpkg', ['-x', join(state, 'download', archive), join(state, 'root')])
  return join(state, 'root/usr/sbin/nats-server')
}

function run(command, args, cwd) {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (result.status === 0) return result.stdout
  throw new Error(`${command} ${args.at(-1)}: ${(result.stderr || result.error?.message || 'failed').trim()}`)
}
