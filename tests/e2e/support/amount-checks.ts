// Finds amounts that cannot be read: broken over two lines, cut off, or run into their neighbour.

import type { Page } from '@playwright/test'

/** Checks the page as it is now, the topmost modal if one is open. */
export const amountProblemsOf = (page: Page): Promise<string[]> => page.evaluate(findAmountProblems)

/** Runs in the page, so it cannot use anything from outside. */
function findAmountProblems(): string[] {
  const problems: string[] = []
  const ground = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.visually-hidden, [inert], svg, [popover]') === null
  /** Bars that content scrolls under are compared only with themselves. */
  const floorOf = (element: Element): Element => {
    for (let box: Element | null = element; box !== null && box !== ground; box = box.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return box
    return ground
  }
  const scrollsSideways = (element: Element): boolean => {
    for (let box: Element | null = element; box !== null && box !== ground; box = box.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth)
        return true
    return false
  }
  const isPainted = (element: Element) =>
    !/^(?:transparent|rgba\(.*, 0\))$/.test(getComputedStyle(element).backgroundColor)
  /** The amount's own pill, if it has one: nothing may touch that either. */
  const boxOf = (element: Element, text: DOMRect): DOMRect => {
    const box = element.getBoundingClientRect()
    const isPill = isPainted(element) && getComputedStyle(element).display.startsWith('inline')
    return isPill ? box : text
  }

  interface Found {
    readonly text: string
    readonly rect: DOMRect
    readonly floor: Element
    readonly element: Element
  }
  const found: Found[] = []
  const walker = document.createTreeWalker(ground, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent === null || !isShown(parent)) continue
    for (const match of (node.nodeValue ?? '').matchAll(/(?:NT\$|US\$)?[+−]?\d[\d,]*(?:\.\d+)?%?/g)) {
      if (match[0].length < 4) continue
      const range = document.createRange()
      range.setStart(node, match.index)
      range.setEnd(node, match.index + match[0].length)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      if (rects.length === 0) continue
      const lines = new Set(rects.map(({ top }) => Math.round(top)))
      if (lines.size > 1) problems.push(`broken over lines: ${match[0]}`)
      const rect = range.getBoundingClientRect()
      if (!scrollsSideways(parent) && (rect.left < -1 || rect.right > innerWidth + 1))
        problems.push(`outside the screen: ${match[0]}`)
      found.push({ text: match[0], rect: boxOf(parent, rect), floor: floorOf(parent), element: parent })
    }
  }
  const TOUCH = 1
  for (const [at, one] of found.entries())
    for (const other of found.slice(at + 1)) {
      if (one.element === other.element || one.floor !== other.floor) continue
      const apart =
        one.rect.right + TOUCH <= other.rect.left ||
        other.rect.right + TOUCH <= one.rect.left ||
        one.rect.bottom <= other.rect.top + TOUCH ||
        other.rect.bottom <= one.rect.top + TOUCH
      if (!apart) problems.push(`touches another: ${one.text} and ${other.text}`)
    }
  for (const input of ground.querySelectorAll('input')) {
    if (!isShown(input) || !/\d/.test(input.value)) continue
    if (input.scrollWidth > input.clientWidth + 1) problems.push(`cut off: ${input.value}`)
  }
  for (const element of ground.querySelectorAll<HTMLElement>('.num')) {
    if (!isShown(element) || element.scrollWidth <= element.clientWidth + 1) continue
    if (getComputedStyle(element).display !== 'inline') problems.push(`cut off: ${element.innerText}`)
  }
  return problems
}
