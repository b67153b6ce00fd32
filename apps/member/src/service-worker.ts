// Caches the shell, so that the app opens offline and at once. It never touches /api: a member's money comes from the
// server or is not shown. The build inserts the version and the files.

interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: {
      readonly type: 'window'
      readonly includeUncontrolled: boolean
    }): Promise<readonly Page[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>
  }
  readonly location: Location
}
interface Page {
  navigate(url: string): Promise<unknown>
  focus(): Promise<unknown>
}
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface PushedEvent extends LastingEvent {
  readonly data: { json(): unknown } | null
}
interface PressedEvent extends LastingEvent {
  readonly notification: { readonly data?: unknown; close(): void }
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
  // Bypasses the browser's own cache: a partly old shell would request files that no longer exist.
  await cache.addAll(files.map((url) => new Request(url, { cache: 'reload' })))
}

const activate = async () => {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
  await scope.clients.claim()
}

/** `ignoreVary`: module scripts send another Origin header than the install did, and would miss the cache. */
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
  // Hash routes: all pages of the app are one document.
  if (request.mode === 'navigate' && url.pathname === '/') event.respondWith(fromShell('/', request))
  else if (kept.has(url.pathname)) event.respondWith(fromShell(url.pathname, request))
})

// A notice that arrived while the app was closed. Browsers require every push to be shown, so an unreadable one is
// shown too.
const showNotice = (data: PushedEvent['data']): Promise<void> => {
  let notice: Partial<Record<'noticeId' | 'title' | 'text' | 'path', unknown>> = {}
  try {
    notice = data?.json() ?? {}
  } catch {
    // Not ours, or damaged: the list in the app has it.
  }
  const { noticeId, title, text, path } = notice
  return scope.registration.showNotification(typeof title === 'string' ? title : 'Fairlot', {
    body: typeof text === 'string' ? text : '',
    // The same notice pushed twice replaces itself.
    ...(typeof noticeId === 'string' ? { tag: noticeId } : {}),
    icon: '/icon-192.png',
    data: typeof path === 'string' && path.startsWith('/') ? path : '/home/notice',
  })
}

const openPage = async (path: string): Promise<void> => {
  // After the hash it can only be a page of this app, whatever was sent.
  const url = `/#${path}`
  const [page] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: false })
  if (page === undefined) await scope.clients.openWindow(url)
  else {
    await page.navigate(url)
    await page.focus()
  }
}

on<PushedEvent>('push', (event) => event.waitUntil(showNotice(event.data)))
on<PressedEvent>('notificationclick', (event) => {
  event.notification.close()
  const { data } = event.notification
  event.waitUntil(openPage(typeof data === 'string' ? data : '/home/notice'))
})

export {}
