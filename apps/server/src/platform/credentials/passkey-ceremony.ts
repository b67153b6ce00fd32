// The two WebAuthn ceremonies through one library. Both require user verification, so that a passkey alone is two
// factors: the device, and the finger, face or PIN that unlocks it.

import { lives } from '@fairlot/rules/auth'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** ES256, EdDSA, RS256: what today's passkeys sign with. Listed, so that a library upgrade does not add others. */
const algorithms = [-7, -8, -257]

/** The WebAuthn relying party: the host name, its display name, and the origins of its pages. */
export interface Party {
  readonly id: string
  readonly name: string
  readonly origins: readonly string[]
}

/** The library validates it. */
export type WebauthnJson = Record<string, unknown>

/** What a ceremony makes of a passkey and needs again, for members and operators alike. */
export interface SavedPasskey {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: bigint
  readonly transports: string[]
}
type NamedPasskey = Pick<SavedPasskey, 'credentialId' | 'transports'>

/**
 * Without named passkeys, the browser offers those it has for this site, and the response reveals nothing about the
 * account.
 */
export async function loginOptions(party: Party, passkeys: readonly NamedPasskey[] = []) {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    timeout: lives.passkeyMs,
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
  return { webauthn: options.challenge, options: { ...options } as WebauthnJson }
}

export async function enrolmentOptions(
  party: Party,
  id: string,
  account: string,
  passkeys: readonly NamedPasskey[],
) {
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(id),
    userName: account,
    userDisplayName: account,
    timeout: lives.passkeyMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { webauthn: options.challenge, options: { ...options } as unknown as WebauthnJson }
}

/** Returns undefined when any part of the response is invalid; the library throws on most of it. */
export async function readEnrolment(
  party: Party,
  webauthn: string,
  response: WebauthnJson,
): Promise<SavedPasskey | undefined> {
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: webauthn,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter: BigInt(counter),
    transports: (transports ?? []).filter((transport) => /^[a-z-]{1,20}$/.test(transport)).slice(0, 8),
  }
}

/**
 * The passkey's counter after it signed; undefined when signature, challenge, origin, user verification or counter is
 * wrong.
 */
export async function readAssertion(
  party: Party,
  webauthn: string,
  passkey: SavedPasskey,
  response: WebauthnJson,
): Promise<bigint | undefined> {
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: webauthn,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
      transports: passkey.transports,
    },
  }).catch(() => undefined)
  return verified?.verified ? BigInt(verified.authenticationInfo.newCounter) : undefined
}
