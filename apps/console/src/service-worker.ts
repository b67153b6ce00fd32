// Shows pushes of urgent reviews and opens them. It has no fetch handler and no cache: the console always comes from the
// server.

interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>
  readonly clients: {
    matchAll(options: {
      readonly type: 'window'
      readonly includeUncontrolled: boolean
    }): Promise<readonly Page[]>
    claim(): Promise<void>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>
  }
}
interface Page {
  navigate(url: string): Promise<unknown>
  focus(): Promise<unknown>
}
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface PushedEvent extends LastingEvent {
  readonly data: { json(): unknown } | null
}
interface PressedEvent extends LastingEvent {
  readonly notification: { readonly data?: unknown; close(): void }
}

const scope = globalThis as unknown as WorkerScope
const QUEUE = '/queue'

const on = <E extends Event>(name: string, listener: (event: E) => void) =>
  scope.addEventListener(name, listener as (event: Event) => void)

// Browsers require every push to be shown, so an unreadable one is shown too.
const showReview = (data: PushedEvent['data']): Promise<void> => {
  let review: Partial<Record<'title' | 'text' | 'path', unknown>> = {}
  try {
    review = data?.json() ?? {}
  } catch {
    // Not ours, or damaged: the queue has it.
  }
  const { title, text, path } = review
  const opens = typeof path === 'string' && path.startsWith(QUEUE) ? path : QUEUE
  return scope.registration.showNotification(typeof title === 'string' ? title : 'Fairlot', {
    body: typeof text === 'string' ? text : '',
    // The second push about a review replaces the first, and rings again.
    tag: opens,
    renotify: true,
    icon: '/icon.svg',
    data: opens,
  })
}

const openReview = async (path: string): Promise<void> => {
  // After the hash it can only be a page of this app, whatever was sent.
  const url = `/#${path}`
  const [page] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: false })
  if (page === undefined) await scope.clients.openWindow(url)
  else {
    await page.navigate(url)
    await page.focus()
  }
}

on<LastingEvent>('install', (event) => event.waitUntil(scope.skipWaiting()))
// A worker may only navigate pages that it controls.
on<LastingEvent>('activate', (event) => event.waitUntil(scope.clients.claim()))
on<PushedEvent>('push', (event) => event.waitUntil(showReview(event.data)))
on<PressedEvent>('notificationclick', (event) => {
  event.notification.close()
  const { data } = event.notification
  event.waitUntil(openReview(typeof data === 'string' ? data : QUEUE))
})

export {}
