// apps/native/installation.json: what differs between two installations' apps. The version is the product's.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Installation {
  /** Android application id and iOS bundle identifier. */
  readonly appId: string
  readonly appName: string
  /** The host of the member app. The wrapper loads https://<host> and opens links to it. */
  readonly host: string
  /** SHA-256 of public keys in the server's certificate chain, base64. Empty: no pinning. */
  readonly pins: readonly string[]
  /** After this day Android no longer checks the pins, so that an old app is not locked out for ever. */
  readonly pinsExpireOn: string | null
  /** SHA-256 fingerprints of the certificates that sign the Android app: links open it only then. */
  readonly androidCertificates: readonly string[]
  readonly appleTeamId: string | null
}

export interface Version {
  readonly name: string
  readonly code: number
}

export const nativeFolder = 'apps/native'

const readJson = (root: string, path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

export const readInstallation = (root: string): Installation =>
  readJson(root, `${nativeFolder}/installation.json`) as Installation

/** 1.2.3 is 10203: stores accept only growing numbers. */
export function readVersion(root: string): Version {
  const { version: name } = readJson(root, 'package.json') as { readonly version: string }
  const [major = 0, minor = 0, patch = 0] = name.split('.').map(Number)
  return { name, code: major * 10_000 + minor * 100 + patch }
}

const label = '[a-z0-9]([a-z0-9-]*[a-z0-9])?'
const hostPattern = new RegExp(`^${label}(\\.${label})+$`)

export function problemsOf(installation: Installation): string[] {
  const { appId, appName, host, pins, pinsExpireOn, androidCertificates, appleTeamId } = installation
  const problems: string[] = []
  const expect = (isGood: boolean, problem: string) => {
    if (!isGood) problems.push(`${nativeFolder}/installation.json: ${problem}`)
  }
  expect(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/.test(appId), `appId "${appId}" is not like example.fairlot`)
  expect(/^[^<>&"'@\\]{1,30}$/.test(appName), `appName "${appName}" is empty, long or has special characters`)
  expect(hostPattern.test(host), `host "${host}" is not a host name: no scheme, port or path`)
  for (const pin of pins)
    expect(/^[A-Za-z0-9+/]{43}=$/.test(pin), `pin "${pin}" is not the base64 of a SHA-256 value`)
  // With a single pin a lost key locks every member out until they update the app.
  expect(pins.length !== 1, 'one pin only: add the pin of a spare key')
  expect(
    (pins.length === 0) === (pinsExpireOn === null),
    'pinsExpireOn is needed with pins, and only with pins',
  )
  expect(pinsExpireOn === null || /^\d{4}-\d\d-\d\d$/.test(pinsExpireOn), 'pinsExpireOn is not a date')
  for (const certificate of androidCertificates)
    expect(
      /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(certificate),
      `androidCertificates: "${certificate}" is not a SHA-256 fingerprint`,
    )
  expect(appleTeamId === null || /^[A-Z0-9]{10}$/.test(appleTeamId), 'appleTeamId is not ten characters')
  return problems
}
