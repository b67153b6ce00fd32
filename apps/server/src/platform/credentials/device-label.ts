// The device name a member sees in the list of devices. Short and coarse: enough to recognise one's own device, too
// little for tracking.

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
// Order matters: every Edge contains Chrome, and every Chrome contains Safari.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

export function deviceLabel(userAgent: string): string {
  const find = (list: typeof systems): string | undefined => list.find(([sign]) => sign.test(userAgent))?.[1]
  return [find(browsers), find(systems)].filter((part) => part !== undefined).join(' · ') || '—'
}

/** The network and not the address: 203.0.113.0/24, 2001:db8:1::/48. */
export function networkOf(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i.exec(ip)
  if (v4) return `${v4[1]}.${v4[2]}.${v4[3]}.0/24`
  if (!ip.includes(':')) return '—'
  const [head = '', tail = ''] = ip.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const gap = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...gap, ...right].slice(0, 3).map((group) => parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/48`
}
