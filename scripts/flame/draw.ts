// A flame picture as SVG: callers above, what they called below, as wide as the time it took. The browser shows place
// and time of each box under the pointer.

import type { Frame, Origin } from './profile.ts'

const width = 1_800
const rowHeight = 17
const charWidth = 6.6
/** Narrower boxes cannot be seen. */
const minWidth = 0.4

const colours: Readonly<Record<Origin, string>> = {
  ours: '#f6a04d',
  dependency: '#f3d36b',
  node: '#9ccb86',
  native: '#c9ccd1',
}

export function drawFlame(title: string, all: Frame): string {
  const boxes: string[] = []
  let rows = 0
  const draw = (frame: Frame, x: number, row: number): void => {
    const w = (frame.us / all.us) * width
    if (w < minWidth) return
    rows = Math.max(rows, row + 1)
    boxes.push(boxOf(frame, all.us, { x, y: (row + 2) * rowHeight, w }))
    let at = x
    for (const child of [...frame.children.values()].toSorted((a, b) => b.us - a.us)) {
      draw(child, at, row + 1)
      at += (child.us / all.us) * width
    }
  }
  draw(all, 0, 0)
  const height = (rows + 3) * rowHeight
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
<text x="4" y="14" font-size="13">${escape(title)}</text>
<text x="${width - 430}" y="14">orange: ours, yellow: dependencies, green: node, grey: native</text>
${boxes.join('\n')}
</svg>
`
}

function boxOf(frame: Frame, allUs: number, { x, y, w }: { x: number; y: number; w: number }): string {
  const place = frame.where === '' ? '' : ` (${frame.where})`
  const share = `${((frame.us / allUs) * 100).toFixed(2)} %, own ${((frame.selfUs / allUs) * 100).toFixed(2)} %`
  const chars = Math.floor((w - 4) / charWidth)
  const text = chars < 3 ? '' : frame.name.slice(0, chars)
  return `<g><title>${escape(`${frame.name}${place}: ${share}`)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${w.toFixed(1)}" height="${rowHeight - 1}" fill="${colours[frame.origin]}" stroke="#fff" stroke-width="0.5"/>${text === '' ? '' : `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escape(text)}</text>`}</g>`
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
