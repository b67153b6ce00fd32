import type { SiteConfig } from '#shell/site.ts'

/** How much paper money a new member receives, from site config in minor units. Absent or zero: nothing is promised. */
export const grantText = (site: SiteConfig): string | undefined => {
  const minor = site.get('practice_grant')
  if (minor === undefined || !/^[1-9]\d*$/.test(minor)) return undefined
  return `NT$${(BigInt(minor) / 100n).toLocaleString('en-US')}`
}
