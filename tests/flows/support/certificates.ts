// A CA, and one certificate of it for servers with these names, as `ca.crt`, `node.crt` and `node.key` in a folder.

import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** Names as OpenSSL writes them: `DNS:localhost`, `IP:127.0.0.1`. */
export function makeCertificates(folder: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const openssl = (line: string): void =>
    void execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'ignore' })
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
  openssl(`req -x509 ${key} -days 30 -subj /CN=ca -keyout ca.key -out ca.crt`)
  openssl(
    `req ${key} -subj /CN=node -addext subjectAltName=${names.join(',')} -keyout node.key -out node.csr`,
  )
  openssl(
    'x509 -req -in node.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -copy_extensions copy -out node.crt',
  )
}
