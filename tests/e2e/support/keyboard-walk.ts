// Goes through a page with the Tab key alone and compares that with what the page offers and what its accessibility tree
// says.

import type { Page } from '@playwright/test'

/** A long list repeats its first rows. */
const FURTHEST = 60

/** Of the page while it is walked: a list can grow or be sorted again meanwhile, so each step reads the order. */
interface Walk {
  /** What Tab should reach, in document order, now. */
  stops(): HTMLElement[]
  last: HTMLElement | null
  next: HTMLElement | null
}
declare global {
  interface Window {
    fairlotWalk: Walk
  }
}

/** Runs in the page. */
function beginWalk(): number {
  const stops = (): HTMLElement[] => {
    const groups = new Set<string>()
    const isStop = (element: HTMLElement): boolean => {
      if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]') !== null)
        return false
      if (!element.checkVisibility({ visibilityProperty: true })) return false
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
      // Tab stops once at a group of radios: at the chosen one, otherwise at the first.
      const chosen = document.querySelector(`input[type=radio][name="${CSS.escape(element.name)}"]:checked`)
      if (chosen !== null && chosen !== element) return false
      if (groups.has(element.name)) return false
      groups.add(element.name)
      return true
    }
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex]',
    )
    return [...all].filter(isStop)
  }
  window.fairlotWalk = { stops, last: null, next: stops()[0] ?? null }
  return stops().length
}

/** The sequence begins at the top of the page, also where a field took the focus. Runs in the page. */
function startAtTop(): void {
  const start = document.createElement('span')
  start.tabIndex = -1
  document.body.prepend(start)
  start.focus()
  start.remove()
}

interface Focus {
  /** The control that should have the focus has it. */
  readonly isNext: boolean
  readonly isSame: boolean
  readonly isLast: boolean
  readonly isSeen: boolean
  readonly html: string
  readonly wanted: string
}

/** Where the focus is, and whether something drawn changed for it. Sets what must come next. Runs in the page. */
async function readFocus(): Promise<Focus | null> {
  const walk = window.fairlotWalk
  const active = document.activeElement
  const textOf = (element: HTMLElement | null): string => element?.outerHTML.slice(0, 120) ?? ''
  if (!(active instanceof HTMLElement) || active === document.body) return null
  const after = (element: HTMLElement | null, stops: readonly HTMLElement[]): HTMLElement | null =>
    element === null ? (stops[0] ?? null) : (stops[stops.indexOf(element) + 1] ?? null)
  const stops = walk.stops()
  // A list that sorted itself between the two: what follows now is right as well, and so is anything after a row that is gone.
  const isGone = walk.last !== null && !stops.includes(walk.last)
  const isNext = active === walk.next || isGone || active === after(walk.last, stops)
  const drawn = [active, active.parentElement?.parentElement, ...(active.parentElement?.children ?? [])]
  if (active.parentElement !== null) drawn.push(active.parentElement)
  const stylesOf = () =>
    drawn
      .map((element) => {
        if (!element) return ''
        const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(element)
        return `${outline} ${boxShadow} ${borderColor} ${backgroundColor}`
      })
      .join('|')
  // A colour may change gradually.
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  const focused = stylesOf()
  active.blur()
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  const isSeen = stylesOf() !== focused
  active.focus({ preventScroll: true })
  const focus = {
    isNext,
    isSame: active === walk.last,
    isLast: active === stops.at(-1),
    isSeen,
    html: textOf(active),
    wanted: textOf(walk.next),
  }
  walk.last = active
  walk.next = after(active, walk.stops())
  return focus
}

const controls: ReadonlySet<unknown> = new Set(
  'button link textbox searchbox checkbox radio switch combobox tab slider spinbutton menuitem option generic'.split(
    ' ',
  ),
)

/** Controls without a name or a role in the accessibility tree. A focused heading or page is no control. */
async function unnamedControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role, properties = [] }) => {
      const isFocusable = properties.some(({ name, value }) => name === 'focusable' && value.value === true)
      return !ignored && isFocusable && controls.has(role?.value)
    })
    .filter(({ name }) => String(name?.value ?? '').trim() === '')
    .map(({ role }) => `no name or role: ${String(role?.value)}`)
}

export async function walkProblems(page: Page): Promise<string[]> {
  const problems = await unnamedControls(page)
  const count = await page.evaluate(beginWalk)
  await page.evaluate(startAtTop)
  for (let presses = 0; count > 0 && presses < FURTHEST; presses += 1) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(readFocus)
    if (focus === null) {
      const { isGone, wanted } = await page.evaluate(() => {
        const { last, next } = window.fairlotWalk
        return { isGone: last?.isConnected === false, wanted: next?.outerHTML.slice(0, 120) ?? '' }
      })
      // With a row that is no longer listed the focus is gone too; the next Tab goes on from its place.
      if (isGone) continue
      problems.push(`not reached by Tab: ${wanted}`)
      break
    }
    if (focus.isSame) {
      problems.push(`the focus is trapped at: ${focus.html}`)
      break
    }
    if (!focus.isSeen) problems.push(`focus not visible: ${focus.html}`)
    if (!focus.isNext) problems.push(`not reached by Tab: ${focus.wanted}`)
    if (focus.isLast) break
  }
  return problems
}
