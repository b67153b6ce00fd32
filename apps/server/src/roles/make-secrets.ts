// `make-secrets` prints a new secrets file. `make-secrets <file> <key id>` prints that file with one more key in every ring,
// which nothing uses yet: the first step of a rotation.

import { readFileSync } from 'node:fs'
import { WrongConfig } from '#platform/config'
import { makeSecretsFile, type SecretsFile, secretsFile } from '#platform/secrets'

export function makeSecrets([path, id]: readonly string[], say: (line: string) => void): void {
  const made = makeSecretsFile()
  say(JSON.stringify(path === undefined ? made : withKeys(path, id, made), null, 2))
}

function withKeys(path: string, id: string | undefined, made: SecretsFile): SecretsFile {
  const old = secretsFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  const rings = Object.entries(old).map(([name, ring]) => {
    if (id === undefined || id in ring.keys)
      throw new WrongConfig([{ variable: '<key id>', problem: 'must be given, and new in every ring' }])
    const { current, keys } = made[name as keyof SecretsFile]
    return [name, { ...ring, keys: { ...ring.keys, [id]: keys[current]! } }]
  })
  return secretsFile.parse(Object.fromEntries(rings))
}
