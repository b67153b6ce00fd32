import { expect, test } from 'vitest'
import { findDebianSource, withSuite } from './debian-sources.mjs'

const deb822 = {
  name: 'debian.sources',
  text: `Types: deb
# a remark in the middle
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb deb-src
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`,
}

test('the suite of a deb822 source is replaced, mirror and key kept', () => {
  const source = findDebianSource([deb822], 'bookworm')!
  expect(withSuite(source, 'forky')).toBe(`Types: deb
URIs: http://mirror.example/debian
Suites: forky
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`)
})

test('one-line sources with options are understood', () => {
  const text = `# deb http://old.example/debian bookworm main
deb-src http://mirror.example/debian bookworm main
deb http://mirror.example/debian-security bookworm-security main
deb [arch=amd64 signed-by=/etc/apt/keyrings/debian.gpg] http://mirror.example/debian bookworm main contrib # ours
`
  const source = findDebianSource([{ name: 'sources.list', text }], 'bookworm')!
  expect(withSuite(source, 'trixie')).toBe(`Types: deb
URIs: http://mirror.example/debian
Suites: trixie
Components: main
Architectures: amd64
Signed-By: /etc/apt/keyrings/debian.gpg
`)
})

test('a key embedded in the source is kept', () => {
  const text = deb822.text.replaceAll(
    'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg',
    'Signed-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINBF\n -----END PGP PUBLIC KEY BLOCK-----',
  )
  const source = findDebianSource([{ name: 'debian.sources', text }], 'bookworm')!
  expect(withSuite(source, 'forky')).toContain(
    'Signed-By: \n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINBF\n',
  )
})

test('a disabled source and one of another release are skipped', () => {
  const off = { name: 'off.sources', text: deb822.text.replaceAll('Types: deb', 'Enabled: no\nTypes: deb') }
  expect(findDebianSource([off], 'bookworm')).toBeUndefined()
  expect(findDebianSource([deb822], 'trixie')).toBeUndefined()
})
