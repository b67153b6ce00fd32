// What another app shares with this one. The manifest names the parameters. A link of this app opens its page; anything else
// becomes a search, by the stock code in it if there is one.

const LONGEST = 40

export const sharedPath = ({ search, origin }: Pick<Location, 'search' | 'origin'>): string | undefined => {
  const params = new URLSearchParams(search)
  const given = ['shared-url', 'shared-text', 'shared-title'].map((name) => params.get(name)?.trim() ?? '')
  for (const text of given) {
    const link = URL.canParse(text) ? new URL(text) : undefined
    if (link?.origin === origin && link.hash.startsWith('#/')) return link.hash.slice(1)
  }
  const text = given.filter((each) => each !== '' && !URL.canParse(each)).join(' ')
  if (text === '') return given.some((each) => each !== '') ? '/home/searchIndex' : undefined
  const wanted = /(?<!\d)\d{4,6}(?!\d)/.exec(text)?.[0] ?? text.slice(0, LONGEST)
  return `/home/search?q=${encodeURIComponent(wanted)}`
}

/** Without the parameters, so that going back does not share again. */
export const openShared = (): void => {
  const path = sharedPath(window.location)
  if (path !== undefined) window.location.replace(`/#${path}`)
}
