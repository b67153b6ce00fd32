// Checks for every screen in every appearance: no axe violation, no sideways scroll, no clipped text, no tap target smaller
// than a finger.

import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { textsOf } from './texts.ts'

/**
 * Checks the page as it is now. Use `problemsOf` to check many pages and report all problems at once. With
 * FAIRLOT_PICTURES=FOLDER it also keeps a picture of each checked page.
 */
export async function expectCleanPage(page: Page, where: string): Promise<void> {
  const folder = process.env['FAIRLOT_PICTURES']
  if (folder !== undefined) {
    const name = `${test.info().project.name} ${where}.png`
    await page.screenshot({ path: join(folder, name.replaceAll(/[^\w.-]+/g, '-')) })
  }
  expect(await problemsOf(page), where).toEqual([])
}

/** Text that is cut off or outside the screen, a title that touches its neighbour, and sideways scroll. */
export const cutTexts = async (page: Page): Promise<string[]> => [
  ...(await page.evaluate(findCutTexts, page.viewportSize()?.width ?? 0)),
  ...(await page.evaluate(findTouchedTitles)),
]

export async function problemsOf(page: Page): Promise<string[]> {
  const layout = [...(await cutTexts(page)), ...(await page.evaluate(findSmallTargets))]
  if (test.info().project.metadata['axe'] !== true) return layout
  return [...layout, ...(await axeViolations(page))]
}

/** Waits until the screen has its content, its responses and its fonts. A skeleton or an empty page does not count. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    (loading) => {
      const mains = [...document.querySelectorAll('main')].filter((main) => main.checkVisibility())
      const isBusy = [...document.querySelectorAll('[aria-busy="true"], [role="status"]')].some(
        (element) =>
          element.checkVisibility() &&
          (element.ariaBusy === 'true' || loading.includes(element.getAttribute('aria-label') ?? '')),
      )
      return !isBusy && mains.some((main) => main.innerText.trim() !== '')
    },
    [textsOf('tw').shell.loading, textsOf('en').shell.loading],
  )
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Runs in the page, so it cannot use anything from outside. */
function findCutTexts(width: number): string[] {
  const problems: string[] = []
  const SLACK = 1

  if (document.documentElement.scrollWidth > width)
    problems.push(`sideways scroll: the page is ${document.documentElement.scrollWidth} wide on ${width}`)

  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const ground = modal ?? document.body
  const textOf = (element: Element) => (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  /** For screen readers only: drawn in one pixel on purpose. */
  const isSpoken = (element: Element) => element.closest('.visually-hidden') !== null
  const scrolls = (value: string) => value === 'auto' || value === 'scroll'
  const clips = (value: string) => value === 'hidden' || value === 'clip'

  const walker = document.createTreeWalker(ground, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent === null || (node.nodeValue ?? '').trim() === '') continue
    if (!isShown(parent) || isSpoken(parent) || parent.closest('[inert], svg, style, script') !== null)
      continue
    // The first words of a text that its row opens.
    if (parent.closest('[data-preview]') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0)
    if (rects.length === 0) continue
    const left = Math.min(...rects.map((rect) => rect.left))
    const right = Math.max(...rects.map((rect) => rect.right))
    const top = Math.min(...rects.map((rect) => rect.top))
    const bottom = Math.max(...rects.map((rect) => rect.bottom))
    let mayScroll = false
    let mayScrollDown = false
    for (let box: Element | null = parent; box !== null && !mayScroll; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (scrolls(style.overflowX) && box.scrollWidth > box.clientWidth + SLACK) {
        // A box that scrolls down also scrolls sideways in CSS, but a sheet must not.
        const hasWideText = scrolls(style.overflowY) && right > box.getBoundingClientRect().right + SLACK
        if (modal?.contains(box) && hasWideText)
          problems.push(`sheet scrolls sideways: "${textOf(parent)}" from ${left} to ${right}`)
        mayScroll = true
        break
      }
      if (scrolls(style.overflowY) && box.scrollHeight > box.clientHeight + SLACK) mayScrollDown = true
      const edge = box.getBoundingClientRect()
      // For screen readers only, or shown when focused.
      if (edge.width <= 1 || bottom + scrollY <= 0) {
        mayScroll = true
        break
      }
      if (clips(style.overflowX) && (left < edge.left - SLACK || right > edge.right + SLACK))
        problems.push(`clipped text: "${textOf(parent)}" in ${box.tagName}.${box.className}`)
      // Letters reach a little over their line; half a line lost makes text unreadable.
      const loss = Math.max(edge.top - top, bottom - edge.bottom)
      if (clips(style.overflowY) && !mayScrollDown && loss > 4)
        problems.push(`clipped text: "${textOf(parent)}" loses ${loss} px of height`)
      // Nothing clips an element in the top layer.
      if (box.matches(':popover-open, dialog:modal')) break
    }
    if (!mayScroll && (left < -SLACK || right > width + SLACK))
      problems.push(`text outside the screen: "${textOf(parent)}" from ${left} to ${right} of ${width}`)
  }

  for (const input of ground.querySelectorAll('input, textarea')) {
    if (!isShown(input) || isSpoken(input)) continue
    if (input.getAttribute('placeholder') !== null && input.scrollWidth > input.clientWidth + SLACK)
      problems.push(`clipped placeholder: "${input.getAttribute('placeholder')}"`)
  }
  return [...new Set(problems)]
}

/** Runs in the page, so it cannot use anything from outside. */
function findTouchedTitles(): string[] {
  const APART = 4
  const ground = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const rectOf = (element: Element): DOMRect => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect()
  }
  return [...ground.querySelectorAll<HTMLElement>('header :is(h1, h2, h3)')].flatMap((title) => {
    const bar = title.closest('header')
    if (bar === null || !title.checkVisibility() || title.closest('.visually-hidden') !== null) return []
    const own = rectOf(title)
    return [...bar.querySelectorAll<HTMLElement>('*')]
      .filter(
        (other) =>
          other.checkVisibility() &&
          !title.contains(other) &&
          !other.contains(title) &&
          other.closest('.visually-hidden, [popover]') === null,
      )
      .filter((other) => {
        const { left, right, top, bottom, width } = other.getBoundingClientRect()
        // A box as wide as the space that is left may be empty where it meets the title.
        const hasBox = other.matches('svg') || [...other.childNodes].some((node) => node.nodeType === 3)
        const isBeside = top < own.bottom && bottom > own.top
        return hasBox && width > 0 && isBeside && left < own.right + APART && right > own.left - APART
      })
      .map(
        (other) => `title touches: "${title.innerText}" and "${other.textContent?.trim() ?? other.tagName}"`,
      )
  })
}

/** Runs in the page, so it cannot use anything from outside. */
function findSmallTargets(): string[] {
  const problems: string[] = []
  const SLACK = 1
  const FINGER = 44
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const ground = modal ?? document.body
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isSpoken = (element: Element) => element.closest('.visually-hidden') !== null
  const inView = (x: number, y: number) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
  for (const element of ground.querySelectorAll<HTMLElement>(
    'a[href], button, input, textarea, select, [tabindex="0"]',
  )) {
    // A custom radio or checkbox is tapped through its label.
    const target = element.matches('input[type=radio], input[type=checkbox]')
      ? (element.closest('label') ?? element)
      : element
    if (!isShown(target) || isSpoken(target) || target.closest('[inert]') !== null) continue
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const rects = [...target.getClientRects()].filter((rect) => rect.width > 0)
    const rect = rects[0]
    if (rect === undefined) continue
    const centre = { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 }
    /** The icon may be smaller than its tap area when a pseudo-element extends it. */
    const reach = (dx: number, dy: number) => {
      let length = 0
      while (length < FINGER) {
        const x = centre.x + dx * (length + 1)
        const y = centre.y + dy * (length + 1)
        if (!inView(x, y)) return FINGER
        const hit = document.elementFromPoint(x, y)
        if (
          hit === null ||
          !(target.contains(hit) || (hit.contains(target) === false && hit.closest('label') === target))
        )
          break
        length += 1
      }
      return length
    }
    const wide = rect.width >= FINGER - SLACK ? FINGER : reach(-1, 0) + reach(1, 0) + 1
    const high = rect.height >= FINGER - SLACK ? FINGER : reach(0, -1) + reach(0, 1) + 1
    if (wide < FINGER - SLACK || high < FINGER - SLACK)
      problems.push(
        `small target: ${Math.round(wide)} by ${Math.round(high)}: ${target.tagName} "${target.getAttribute('aria-label') ?? target.textContent.trim().slice(0, 40)}"`,
      )
  }
  scrollTo(0, 0)
  return [...new Set(problems)]
}
