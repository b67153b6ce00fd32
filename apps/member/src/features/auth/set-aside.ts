// What was typed on a sign-in form while the member reads the agreement it links to. In memory, taken back once, and
// forgotten after five minutes, because a password may be among it.

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
