// Which sectors the map shows and how large their texts are: as many of the largest as can all be read and tapped. The
// others are in the list below the map. Pure, in rem.

import { treemap, type Tile } from './treemap.ts'

const sizes = ['large', 'medium', 'small'] as const
export type TileSize = (typeof sizes)[number]

/** As in the style sheet; the small one has a floor of 11 px, which is more on narrow phones. */
const styles: Readonly<Record<TileSize, { font: number; pad: number; lines: number }>> = {
  large: { font: 1.0625, pad: 0.5, lines: 2 },
  medium: { font: 0.8125, pad: 0.5, lines: 2 },
  small: { font: 0.72, pad: 0.25, lines: 3 },
}
const LINE = 1.3
/** A fingertip, 44 px on the narrowest phone. */
const FINGER = 2.9
/** The gap around a tile. */
const GAP = 0.125
const MAX_TILES = 16
/** A line of a stock inside a tile, and of the turnover. */
export const NOTE = { font: 0.75, line: 1.3125, above: 0.5 }

/** In em of the font: generous, so that the text is never wider. */
export const emsOf = (text: string): number => {
  let ems = 0
  for (const letter of text)
    ems += /[\u2e80-\uffef]/.test(letter)
      ? 1.02
      : /[A-Zmw%+\u2212]/.test(letter)
        ? 0.78
        : /[\d]/.test(letter)
          ? 0.66
          : 0.6
  return ems
}

/** How many lines the name takes in this width, in em; undefined when a word is wider. */
const linesOf = (name: string, width: number): number | undefined => {
  const parts = /[\u2e80-\uffef]/.test(name) ? [...name] : name.split(' ')
  const space = parts.length > 1 && parts[0]!.length > 1 ? emsOf(' ') : 0
  let [lines, used] = [1, 0]
  for (const part of parts) {
    const need = emsOf(part)
    if (need > width) return undefined
    if (used > 0 && used + space + need > width) [lines, used] = [lines + 1, need]
    else used += (used > 0 ? space : 0) + need
  }
  return lines
}

export interface Labelled {
  readonly name: string
  readonly change: string
  readonly value: number
}

export interface FittedTile extends Tile {
  readonly size: TileSize
  /** How many further lines fit under the change. */
  readonly notes: number
}

const fit = (tile: Tile, { name, change }: Labelled): FittedTile | undefined => {
  if (tile.width < FINGER || tile.height < FINGER) return undefined
  for (const size of sizes) {
    const { font, pad, lines } = styles[size]
    const inside = tile.width - 2 * pad - GAP
    const taken = linesOf(name, inside / font)
    if (taken === undefined || taken > lines || emsOf(change) * font > inside) continue
    const free = tile.height - GAP - 2 * pad - (taken + 1) * font * LINE
    if (free < 0) continue
    const notes = size === 'large' ? Math.max(0, Math.floor((free - NOTE.above) / NOTE.line)) : 0
    return { ...tile, size, notes }
  }
  return undefined
}

/**
 * How much wider than high a tile should be. Texts lie, so wide tiles fit more of them; which ratio suits depends on the
 * values.
 */
const RATIOS = [1.3, 1, 1.6, 2, 0.8]

const layouts = (values: readonly number[], width: number, height: number): (readonly Tile[])[] =>
  RATIOS.flatMap((ratio) => [
    treemap(values, width / ratio, height).map((tile) => ({
      ...tile,
      left: tile.left * ratio,
      width: tile.width * ratio,
    })),
    // The first strip along the other side.
    treemap(values, height * ratio, width).map((tile) => ({
      left: tile.top,
      top: tile.left / ratio,
      width: tile.height,
      height: tile.width / ratio,
    })),
  ])

/** `sectors` with turnover, largest first. The result has one tile for each of the first ones. */
export const fitTiles = (
  sectors: readonly Labelled[],
  width: number,
  height: number,
): readonly FittedTile[] => {
  for (let count = Math.min(sectors.length, MAX_TILES); count > 0; count -= 1) {
    const shown = sectors.slice(0, count)
    const values = shown.map(({ value }) => value)
    for (const layout of layouts(values, width, height)) {
      const tiles = layout.map((tile, at) => fit(tile, shown[at]!))
      if (tiles.every((tile) => tile !== undefined)) return tiles
    }
  }
  return []
}
