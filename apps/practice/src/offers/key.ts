// The voting key of a program that acts as an operator. The database keeps the first one it sees.

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export interface VotingKey {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Buffer
  sign(statement: string): string
}

export const votingKey = (privateKey: KeyObject): VotingKey => ({
  publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  sign: (statement) =>
    sign('sha256', Buffer.from(statement), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    ),
})

export const newVotingKey = (): KeyObject =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey

export function readVotingKey(file: string): VotingKey {
  if (!existsSync(file))
    writeFileSync(file, newVotingKey().export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  return votingKey(createPrivateKey(readFileSync(file)))
}
