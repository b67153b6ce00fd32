// The canvas colours and sizes, read from the page's tokens: a canvas does not know custom properties, and light, dark
// and the two price conventions must apply to it too.

export interface ChartStyle {
  readonly ground: string
  readonly text: string
  readonly axis: string
  readonly line: string
  readonly grid: string
  readonly up: string
  readonly down: string
  readonly flat: string
  readonly upFill: string
  readonly downFill: string
  readonly ma: readonly [string, string, string]
  readonly ink: string
  readonly onInk: string
  readonly family: string
  /** CSS pixels of one rem and of the smallest text. */
  readonly rem: number
  readonly micro: number
}

/** Custom properties contain light-dark(): a probe element's computed colour is the current value. */
export const readChartStyle = (): ChartStyle => {
  const probe = document.createElement('i')
  probe.hidden = true
  document.body.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const style: ChartStyle = {
    ground: colour('surface'),
    text: colour('text'),
    axis: colour('text-3'),
    line: colour('line-2'),
    grid: colour('grid'),
    up: colour('up-mark'),
    down: colour('down-mark'),
    flat: colour('flat'),
    upFill: colour('up-fill'),
    downFill: colour('down-fill'),
    ma: [colour('ma-5'), colour('ma-10'), colour('ma-20')],
    ink: colour('text'),
    onInk: colour('surface'),
    family: getComputedStyle(document.body).fontFamily,
    rem,
    micro: Math.max(11, rem * 0.6875),
  }
  probe.remove()
  return style
}

/** Calls back when the theme, the price convention or the size of the text changes. */
export const watchChartStyle = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-updown', 'data-scale'] })
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', changed)
  }
}

/** Space for prices of this many characters, at the right of every chart. */
export const axisWidth = (micro: number, characters: number): number =>
  Math.round(micro * (0.62 * Math.max(6, characters) + 1.1))

/** The same colour, more transparent. Computed colours are rgb(). */
export const fade = (colour: string, alpha: number): string => {
  const parts = colour.match(/[\d.]+/g)
  return parts === null ? colour : `rgba(${parts.slice(0, 3).join(', ')}, ${alpha})`
}
