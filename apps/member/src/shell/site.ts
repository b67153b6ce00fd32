// Site config: name/value pairs, read once at start-up into a map. The app works without it.

import { call } from './client.ts'
import { createStore, useStore } from '@fairlot/ui/store'

export type SiteConfig = ReadonlyMap<string, string>

const DEFAULT_TITLE = 'Fairlot'
const config = createStore<SiteConfig>(new Map())
const loaded = createStore(false)

export const useSite = (): SiteConfig => useStore(config)
export const useSiteLoaded = (): boolean => useStore(loaded)

/**
 * The logo is relative to the image base (`/api/` unless the site says otherwise), or to the origin when it starts
 * there.
 */
export const logoUrl = (site: SiteConfig): string | null => {
  const logo = site.get('logo')?.trim()
  if (!logo) return null
  if (logo.startsWith('/') || /^https?:/.test(logo)) return logo
  return `${site.get('image_base')?.trim() || '/api/'}${logo}`
}

export const siteTitle = (site: SiteConfig): string => site.get('title')?.trim() || DEFAULT_TITLE

/** The practice market is the default; only an installation configured as live has no simulated mark. */
export const isSimulated = (site: SiteConfig): boolean => site.get('market_mode') !== 'live'

export const loadSite = async (): Promise<void> => {
  const answer = await call('/common/config', { type: 'all' }, { quiet: true })
  if (answer.ok) {
    const map = new Map(answer.data.map(({ name, value }) => [name, value]))
    config.set(map)
    document.title = siteTitle(map)
  }
  loaded.set(true)
}
