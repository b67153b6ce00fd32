import { Logo } from '@fairlot/ui'
import { useState } from 'react'
import { logoUrl, siteTitle, useSite } from './site.ts'

/** The operator's logo from site config; the bundled one if it is empty or broken. */
export const SiteLogo = ({ size = 4 }: { size?: number }) => {
  const site = useSite()
  const url = logoUrl(site)
  const [broken, setBroken] = useState<string | null>(null)
  if (url === null || url === broken) return <Logo size={size} label={siteTitle(site)} />
  const style = { width: `${size}rem`, height: `${size}rem`, objectFit: 'contain' } as const
  return <img src={url} alt={siteTitle(site)} style={style} onError={() => setBroken(url)} />
}
