// Keeps the shell, so that the app opens offline and at once. It never touches /api: what a member sees of his money
// comes from the server or is not shown. The build writes the version and the files in.

interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly location: Location
}
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

const scope = globalThis as unknown as WorkerScope
const PREFIX = 'fairlot-shell-'
const CACHE = PREFIX + '__VERSION__'
const files = '__FILES__' as unknown as readonly string[]
const kept = new Set(files)

const on = <E extends Event>(name: string, listener: (event: E) => void) =>
  scope.addEventListener(name, listener as (event: Event) => void)

const install = async () => {
  const cache = await caches.open(CACHE)
  // Past the browser's own cache: a half-old shell would ask for files that are gone.
  await cache.addAll(files.map((url) => new Request(url, { cache: 'reload' })))
}

const activate = async () => {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
  await scope.clients.claim()
}

/** `ignoreVary`: module scripts ask with another Origin header than the install did, and would miss. */
const fromShell = async (url: string, request: Request): Promise<Response> =>
  (await caches.match(url, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request)

on<LastingEvent>('install', (event) => event.waitUntil(install()))
on<LastingEvent>('activate', (event) => event.waitUntil(activate()))
on<MessageEvent>('message', (event) => {
  if (event.data === 'take-over') void scope.skipWaiting()
})
on<RequestEvent>('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== scope.location.origin || url.pathname.startsWith('/api'))
    return
  // Hash routes: every page of the app is the one document.
  if (request.mode === 'navigate' && url.pathname === '/') event.respondWith(fromShell('/', request))
  else if (kept.has(url.pathname)) event.respondWith(fromShell(url.pathname, request))
})

export {}
