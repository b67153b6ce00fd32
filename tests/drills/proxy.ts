// npm run drill -- proxy: runs deploy/proxy/haproxy.cfg in front of two servers that say what reached them. Only
// addresses, ports and paths differ from the file.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { findOnPath } from '@fairlot/testkit/services/binaries'
import { until } from '@fairlot/testkit/until'
import { makeCertificates } from '../flows/support/certificates.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'

const root = resolve(import.meta.dirname, '../..')
/** Set when the drill begins. */
let folder = ''
let ports = { plain: 0, members: 0, console: 0, app: 0, live: 0, ready: 0 }
const ca = () => readFileSync(join(folder, 'ca.crt'))
const servers: Server[] = []
let isReady = true
let redAnswers = 0

function serve(name: string, port: number): Promise<void> {
  const server = createServer((message, response) => {
    if (message.url === '/readyz') {
      if (!isReady) redAnswers += 1
      response.writeHead(isReady ? 200 : 503).end()
    } else response.end(JSON.stringify({ name, url: message.url, headers: message.headers }))
  })
  // The proxy checks the answer to the key, as a browser does.
  server.on('upgrade', (message, socket) => {
    const accept = createHash('sha1')
      .update(`${message.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
  })
  servers.push(server)
  return new Promise((done) => server.listen(port, '127.0.0.1', done))
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const ask = (
  path: string,
  options: { readonly headers?: Record<string, string>; readonly method?: string } = {},
) =>
  new Promise<Answer>((done, fail) => {
    const call = request(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port: ports.members,
        ca: ca(),
        path,
        agent: false,
        ...options,
      },
      (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () => done({ status: response.statusCode!, headers: response.headers, text }))
      },
    )
    call.on('upgrade', (response, socket) => {
      socket.destroy()
      done({ status: response.statusCode!, headers: response.headers, text: '' })
    })
    call.on('error', fail).end()
  })

const redirectOf = () =>
  new Promise<string>((done, fail) => {
    get({ port: ports.plain, path: '/a', headers: { host: 'members.example' } }, (response) =>
      done(`${response.statusCode} ${response.headers.location}`),
    ).on('error', fail)
  })

const http2Status = () =>
  new Promise<number>((done, fail) => {
    const session = connectHttp2(`https://localhost:${ports.members}`, { ca: ca() })
    session.on('error', fail)
    session.request({ ':path': '/two' }).on('response', (headers) => {
      session.close()
      done(Number(headers[':status']))
    })
  })

/** How many of 480 requests the limit per address refuses. */
const refusedOf480 = async (path: string): Promise<number> => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const statuses: number[] = []
      for (let number = 0; number < 60; number += 1) statuses.push((await ask(path)).status)
      return statuses
    }),
  )
  return answers.flat().filter((status) => status === 429).length
}

/** Whether TLS of this version is accepted. */
const acceptsTls = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
  new Promise<boolean>((done) => {
    const options = {
      port: ports.members,
      ca: ca(),
      minVersion: version,
      maxVersion: version,
      servername: 'localhost',
    }
    // Node's own client refuses old versions unless its ciphers are lowered too.
    const socket = connectTls({ ...options, host: '127.0.0.1', ciphers: 'DEFAULT@SECLEVEL=0' }, () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })

const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' }

async function run(context: DrillContext): Promise<DrillResult> {
  folder = context.folder
  const first = context.option('port', 27_200)
  ports = {
    plain: first,
    members: first + 1,
    console: first + 2,
    app: first + 3,
    live: first + 4,
    ready: first + 5,
  }
  context.atEnd(async () => servers.forEach((server) => server.close().closeAllConnections()))
  await serve('app', ports.app)
  await serve('live', ports.live)
  await serve('ready', ports.ready)
  makeCertificates(folder, ['DNS:localhost', 'IP:127.0.0.1'])
  const pem = ['node.crt', 'node.key'].map((name) => readFileSync(join(folder, name), 'utf8')).join('')
  for (const name of ['members', 'console']) writeFileSync(join(folder, `${name}.pem`), pem, { mode: 0o600 })
  const config = readFileSync(join(root, 'deploy/proxy/haproxy.cfg'), 'utf8')
    .replace('bind :80\n', `bind 127.0.0.1:${ports.plain}\n`)
    .replace('bind :443 ', `bind 127.0.0.1:${ports.members} `)
    .replace('bind :8443 ', `bind 127.0.0.1:${ports.console} `)
    .replaceAll('/etc/fairlot/proxy', folder)
    .replaceAll(/app-\d:(8080|8090)/g, `127.0.0.1:${ports.app}`)
    .replaceAll(/app-\d:8081/g, `127.0.0.1:${ports.live}`)
    .replaceAll(/check port \d+/g, `check port ${ports.ready}`)
    .replace('maxconn 20000', 'maxconn 2000')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, config)
  const program = findOnPath('haproxy') ?? '/usr/sbin/haproxy'
  const proxy = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const failed = new Promise<never>((_done, fail) => {
    proxy.once('error', fail)
    proxy.once('exit', (code) => fail(new Error(`haproxy ended with ${code}: apt-get install haproxy`)))
  })
  failed.catch(() => undefined)
  context.atEnd(async () => void proxy.kill())
  return Promise.race([failed, check()])
}

async function check(): Promise<DrillResult> {
  await until('the proxy to answer', () =>
    ask('/').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  const seen = JSON.parse((await ask('/who', { headers: forged })).text) as { headers: IncomingHttpHeaders }
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'eHh4eHh4eHh4eHh4eHh4eA==',
  }
  const result: Record<string, unknown> = {
    redirect: await redirectOf(),
    http2: await http2Status(),
    tls: {
      '1.1': await acceptsTls('TLSv1.1'),
      '1.2': await acceptsTls('TLSv1.2'),
      '1.3': await acceptsTls('TLSv1.3'),
    },
    addressGiven: seen.headers['x-forwarded-for'],
    forgedAddressGiven: JSON.stringify(seen.headers).includes('203.0.113.9'),
    liveGoesTo: (JSON.parse((await ask('/live')).text) as { name: string }).name,
    liveUpgrade: (await ask('/live', { headers: upgrade })).status,
    strictTransport: (await ask('/')).headers['strict-transport-security'] !== undefined,
    tooLarge: (
      await ask('/api', { method: 'POST', headers: { 'content-length': '20000000' } }).catch(() => ({
        status: 0,
      }))
    ).status,
  }
  // Six servers are checked and two red answers make one red: after thirty all are.
  isReady = false
  await until('all copies to be red', () => redAnswers > 30)
  result['allRed'] = (await ask('/red')).status
  isReady = true
  // First the files, while nothing else has been counted: neither are they.
  result['refusedFilesOf480'] = await refusedOf480('/assets/a.js')
  result['refusedOf480'] = await refusedOf480('/flood')
  const wanted = {
    redirect: '308 https://members.example/a',
    http2: 200,
    tls: { '1.1': false, '1.2': true, '1.3': true },
    addressGiven: '127.0.0.1',
    forgedAddressGiven: false,
    liveGoesTo: 'live',
    liveUpgrade: 101,
    strictTransport: true,
    tooLarge: 413,
    allRed: 200,
    refusedFilesOf480: 0,
  }
  const wrong = Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(result[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${name} is ${JSON.stringify(result[name])}, not ${JSON.stringify(value)}`)
  const refused = Number(result['refusedOf480'])
  return {
    figures: result,
    problems: [
      ...wrong,
      ...(refused < 100 ? [`of 480 requests of one address ${refused} were refused`] : []),
    ],
  }
}

await runDrill({ name: 'proxy', kind: 'containers', options: [], run })
