// Links that open the app: https addresses of this installation whose hash is a page of the app. A link can only open a
// page; what the page does still needs the member.

import { placeOf, type AppRoute } from '../route.ts'

const MAX_LENGTH = 1_000

/** The path of the page, or null: another host, another scheme, or no page of the app. */
export const pathOfLink = (link: string, origin: string, routes: readonly AppRoute[]): string | null => {
  if (link.length > MAX_LENGTH || !URL.canParse(link)) return null
  const url = new URL(link)
  // Credentials make a foreign host read like ours: https://fairlot.example@evil.example.
  if (url.origin !== origin || url.username !== '' || url.password !== '') return null
  const path = url.hash.slice(1)
  if (!/^\/[^/]/.test(path)) return null
  const { pathname, search } = new URL(path, origin)
  return placeOf(routes, { pathname, search }) === undefined ? null : pathname + search
}
