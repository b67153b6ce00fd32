// Input of a sign-in form while the member reads the linked agreement. In memory, restored once, and deleted after five
// minutes, because it can include a password.

const LIFE_MS = 5 * 60_000

type Typed = Readonly<Record<string, string>>

const shelf = new Map<string, { readonly typed: Typed; readonly timer: ReturnType<typeof setTimeout> }>()

export const setAside = (form: string, typed: Typed): void => {
  clearTimeout(shelf.get(form)?.timer)
  shelf.set(form, { typed, timer: setTimeout(() => shelf.delete(form), LIFE_MS) })
}

export const peekAside = (form: string): Typed => shelf.get(form)?.typed ?? {}

export const dropAside = (form: string): void => {
  clearTimeout(shelf.get(form)?.timer)
  shelf.delete(form)
}
