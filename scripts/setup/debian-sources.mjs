// Plain JavaScript without npm packages: setup runs on a new machine, with the system's Node, before npm ci.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The machine's own source for its Debian release, as the fields of a deb822 paragraph. Its mirror, key and options are
 * kept, so that a machine with a private mirror keeps using it.
 */
export function findDebianSource(files, codename) {
  for (const { name, text } of files) {
    const sources = name.endsWith('.sources') ? parseDeb822(text) : parseOneLine(text)
    for (const source of sources) {
      const types = (source.get('Types') ?? '').split(/\s+/)
      const suites = (source.get('Suites') ?? '').split(/\s+/)
      const components = (source.get('Components') ?? '').split(/\s+/)
      const enabled = (source.get('Enabled') ?? 'yes') !== 'no'
      if (enabled && types.includes('deb') && suites.includes(codename) && components.includes('main')) {
        return source
      }
    }
  }
  return undefined
}

export function withSuite(source, suite) {
  const fields = new Map(source)
  fields.set('Types', 'deb')
  fields.set('Suites', suite)
  fields.set('Components', 'main')
  return [...fields].map(([field, value]) => `${field}: ${value}\n`).join('')
}

export function readSourceFiles(root = '/etc/apt') {
  const folder = join(root, 'sources.list.d')
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  return [
    join(root, 'sources.list'),
    ...names.filter((name) => /[.](list|sources)$/.test(name)).map((name) => join(folder, name)),
  ]
    .filter((name) => existsSync(name))
    .map((name) => ({ name, text: readFileSync(name, 'utf8') }))
}

function parseDeb822(text) {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const fields = new Map()
      let last
      for (const line of paragraph.split('\n')) {
        const field = /^([A-Za-z-]+):\s*(.*)$/.exec(line)
        if (field) {
          last = canonical(field[1])
          fields.set(last, field[2].trim())
        } else if (last && /^\s+\S/.test(line)) {
          // A key can be in the file itself, over many lines that begin with a space.
          fields.set(last, `${fields.get(last)}\n${line}`)
        }
      }
      return fields
    })
    .filter((fields) => fields.size > 0)
}

function parseOneLine(text) {
  const sources = []
  for (const line of text.split('\n')) {
    const match = /^\s*(deb)\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+([^#]+)/.exec(line)
    if (!match) continue
    const fields = new Map([
      ['Types', match[1]],
      ['URIs', match[3]],
      ['Suites', match[4]],
      ['Components', match[5].trim()],
    ])
    for (const option of (match[2] ?? '').split(/\s+/).filter(Boolean)) {
      const [name, value] = option.split('=')
      fields.set(optionFields[name.toLowerCase()] ?? canonical(name), value.replaceAll(',', ' '))
    }
    sources.push(fields)
  }
  return sources
}

const optionFields = { arch: 'Architectures', lang: 'Languages', target: 'Targets' }

function canonical(field) {
  return field
    .split('-')
    .map((word) =>
      word.toLowerCase() === 'uris' ? 'URIs' : word[0].toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('-')
}
