import type { KeyboardEvent } from 'react'

/** Arrow keys go from the field to the first result, from result to result, and back to the field. */
export const moveInResults = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const field = event.currentTarget.querySelector<HTMLElement>('input[type=search]')
  const results = [...event.currentTarget.querySelectorAll<HTMLElement>('li a[href]')]
  const stops = [...(field === null ? [] : [field]), ...results]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  next.focus()
}
