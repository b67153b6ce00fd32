import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  readonly certFile: string
  readonly keyFile: string
  /** The address that a phone in the same network can open. */
  readonly host: string
}

/** A self-signed certificate for this machine's addresses; created again when they change. */
export function ensureCertificate(folder: string): Certificate {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const addresses = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.family === 'IPv4' && !address.internal)
    .map((address) => address!.address)
  const names = [
    `DNS:localhost`,
    `DNS:${hostname()}`,
    'IP:127.0.0.1',
    ...addresses.map((address) => `IP:${address}`),
  ]
  const wanted = names.join(',')
  const [certFile, keyFile, namesFile] = ['cert.pem', 'key.pem', 'names.txt'].map((name) =>
    join(folder, name),
  )
  const isCurrent = existsSync(namesFile!) && readFileSync(namesFile!, 'utf8') === wanted
  if (!isCurrent) {
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365`
        .split(' ')
        .concat('-subj', '/CN=Fairlot development', '-addext', `subjectAltName=${wanted}`)
        .concat('-keyout', keyFile!, '-out', certFile!),
      { stdio: 'ignore' },
    )
    writeFileSync(namesFile!, wanted)
  }
  return { certFile: certFile!, keyFile: keyFile!, host: addresses[0] ?? 'localhost' }
}
