// Rectangles whose areas are in the ratio of the values, as square as the order allows (squarified treemap). Pure.

export interface Tile {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The worst ratio of sides when these areas share a strip along `side`. */
const worst = (areas: readonly number[], side: number): number => {
  const sum = areas.reduce((total, area) => total + area, 0)
  return Math.max(
    ...areas.map((area) => Math.max((side * side * area) / (sum * sum), (sum * sum) / (side * side * area))),
  )
}

/** Values must be positive, largest first. */
export const treemap = (values: readonly number[], width: number, height: number): readonly Tile[] => {
  const total = values.reduce((sum, value) => sum + value, 0)
  const areas = values.map((value) => (value / total) * width * height)
  const tiles: Tile[] = []
  let [left, top, wide, high] = [0, 0, width, height]
  for (let at = 0; at < areas.length;) {
    const side = Math.min(wide, high)
    let end = at + 1
    while (end < areas.length && worst(areas.slice(at, end + 1), side) <= worst(areas.slice(at, end), side))
      end += 1
    const strip = areas.slice(at, end)
    const depth = strip.reduce((sum, area) => sum + area, 0) / side
    let along = 0
    for (const area of strip) {
      const length = area / depth
      tiles.push(
        wide >= high
          ? { left, top: top + along, width: depth, height: length }
          : { left: left + along, top, width: length, height: depth },
      )
      along += length
    }
    if (wide >= high) [left, wide] = [left + depth, wide - depth]
    else [top, high] = [top + depth, high - depth]
    at = end
  }
  return tiles
}
