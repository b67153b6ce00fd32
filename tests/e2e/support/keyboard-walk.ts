// Goes through a page with the Tab key alone and compares that with what the page offers and what its accessibility tree
// says.

import type { Page } from '@playwright/test'

/** A long list repeats its first rows. */
const FURTHEST = 60

/** Marks every control that Tab should reach, in document order, and returns what each is. Runs in the page. */
function markStops(): string[] {
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
  const stops = [...all].filter(isStop)
  for (const [at, stop] of stops.entries()) stop.dataset['walk'] = String(at)
  return stops.map((stop) => stop.outerHTML.slice(0, 120))
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
  readonly at: number | null
  readonly isSeen: boolean
  readonly html: string
}

/** The focused control: its mark, and whether it, its frame or what is drawn for it changed. Runs in the page. */
async function readFocus(): Promise<Focus | null> {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return null
  const drawn = [active, active.parentElement, active.parentElement?.parentElement, active.nextElementSibling]
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
  const mark = active.dataset['walk']
  return { at: mark === undefined ? null : Number(mark), isSeen, html: active.outerHTML.slice(0, 120) }
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
  const stops = await page.evaluate(markStops)
  await page.evaluate(startAtTop)
  const wanted = Math.min(stops.length, FURTHEST)
  let reached = -1
  for (let presses = 0; reached < wanted - 1; presses += 1) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(readFocus)
    if (focus === null || presses > wanted + 10) {
      problems.push(`not reached by Tab: ${stops[reached + 1]}`)
      break
    }
    if (!focus.isSeen) problems.push(`focus not visible: ${focus.html}`)
    // A control that was drawn during the walk has no mark.
    if (focus.at === null) continue
    if (focus.at <= reached) {
      problems.push(`the focus is trapped at: ${focus.html}`)
      break
    }
    for (let missed = reached + 1; missed < focus.at; missed += 1)
      problems.push(`not reached by Tab: ${stops[missed]}`)
    reached = focus.at
  }
  return problems
}
