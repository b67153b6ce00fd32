// Lines and boxes that the member draws, anchored to a time and a price. The library draws and moves them.

import type { Drawing, DrawingKind, DrawingScale } from '@fairlot/contract/market-data/chart'
import { isMinutePeriod } from '@fairlot/rules/market-data'
import { type Coordinate, type Overlay, type OverlayFigure, type Point, registerOverlay } from 'klinecharts'
import { fade } from './chart-style.ts'
import { PRICE_PANE, type ChartView } from './chart-view.ts'

/** Half of what a finger needs to hit a line, in pixels. */
const TOUCH_PX = 12
const GROUP = 'drawings'
const nameOf = (kind: DrawingKind) => `fairlot-${kind}`

/** Invisible, so that a finger does not have to hit one pixel. */
const aroundLine = ([from, to]: readonly [Coordinate, Coordinate]): OverlayFigure => {
  const isSteep = Math.abs(to.y - from.y) > Math.abs(to.x - from.x)
  const [dx, dy] = isSteep ? [TOUCH_PX, 0] : [0, TOUCH_PX]
  const moved = ({ x, y }: Coordinate, way: number) => ({ x: x + way * dx, y: y + way * dy })
  return {
    type: 'polygon',
    attrs: { coordinates: [moved(from, 1), moved(to, 1), moved(to, -1), moved(from, -1)] },
    styles: { style: 'fill', color: 'transparent' },
  }
}
const lineOf = (ends: readonly [Coordinate, Coordinate]): OverlayFigure[] => [
  aroundLine(ends),
  { type: 'line', attrs: { coordinates: [...ends] }, ignoreEvent: true },
]

/** Not part of the library's published type: it offers no other way to select nothing. */
interface Inside {
  readonly getChartStore: () => {
    readonly setClickOverlayInfo: (info: object, selected: () => void, deselected: () => void) => void
  }
}
const nothing = { paneId: '', overlay: null, figureType: 'none', figureIndex: -1, figure: null }

const shapes = { needDefaultPointFigure: true, needDefaultYAxisFigure: true, needDefaultXAxisFigure: false }

registerOverlay({
  ...shapes,
  name: nameOf('trend'),
  totalStep: 3,
  createPointFigures: ({ coordinates: [from, to] }) =>
    from === undefined || to === undefined ? [] : lineOf([from, to]),
})
registerOverlay({
  ...shapes,
  name: nameOf('level'),
  totalStep: 2,
  createPointFigures: ({ coordinates: [point], bounding }) =>
    point === undefined
      ? []
      : lineOf([
          { x: 0, y: point.y },
          { x: bounding.width, y: point.y },
        ]),
})
registerOverlay({
  ...shapes,
  name: nameOf('box'),
  totalStep: 3,
  createPointFigures: ({ coordinates: [from, to] }) =>
    from === undefined || to === undefined
      ? []
      : [
          {
            type: 'polygon',
            attrs: { coordinates: [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }] },
            styles: { style: 'stroke_fill' },
          },
        ],
})

export interface ChartDrawings {
  /** Draws these and no others. */
  readonly show: (drawings: readonly Drawing[]) => void
  /** The next taps draw one. */
  readonly begin: (kind: DrawingKind) => void
  /** Ends drawing, and selects nothing. */
  readonly rest: () => void
  readonly restyle: () => void
}

const stylesOf = ({ style }: ChartView) => ({
  line: { color: style.ink, size: 1.4, style: 'solid' as const },
  polygon: { color: fade(style.ink, 0.08), borderColor: style.ink, borderSize: 1.2 },
  point: {
    color: style.ground,
    borderColor: style.ink,
    borderSize: 1.5,
    radius: 5,
    activeColor: style.ink,
    activeBorderColor: style.ground,
    activeBorderSize: 1.5,
    activeRadius: 6,
  },
  rect: { color: fade(style.ink, 0.12) },
  text: { color: style.onInk, backgroundColor: style.ink, size: style.micro, family: style.family },
})

const pointsOf = (overlay: Pick<Overlay, 'points'>, view: ChartView): Drawing['points'] =>
  overlay.points.map(({ timestamp, value }) => [
    Math.max(0, Math.round(timestamp ?? view.candles.at(-1)?.[0] ?? 0)),
    Math.max(0, Math.round((value ?? 0) * 100)),
  ])

/** What the functions below share. */
interface Tools {
  readonly view: ChartView
  /** What a new drawing belongs to. */
  readonly scale: DrawingScale
  readonly shown: Map<string, Drawing>
  /** The id of the one that is being drawn. */
  begun: string | undefined
  readonly setTouch: () => void
}

const select = ({ view, setTouch }: Tools, id: string | null): void => {
  view.isDrawing = id !== null
  setTouch()
  view.options.onSelected(id)
}

const record = ({ view, shown }: Tools, kind: DrawingKind, scale: DrawingScale, overlay: Overlay): void => {
  const drawing: Drawing = { id: overlay.id, kind, scale, points: pointsOf(overlay, view) }
  shown.set(drawing.id, drawing)
  view.options.onDrawing(drawing)
}

const create = (
  tools: Tools,
  kind: DrawingKind,
  scale: DrawingScale,
  id: string,
  points: Partial<Point>[],
) => {
  const { chart } = tools.view
  chart.createOverlay({
    name: nameOf(kind),
    id,
    groupId: GROUP,
    paneId: PRICE_PANE,
    styles: stylesOf(tools.view),
    points,
    onSelected: ({ overlay }) => select(tools, overlay.id),
    onDeselected: () => select(tools, null),
    onPressedMoveEnd: ({ overlay }) => record(tools, kind, scale, overlay),
    onDrawEnd: ({ overlay }) => {
      tools.begun = undefined
      // A tap on the volume has no price.
      if (overlay.paneId !== PRICE_PANE) {
        chart.removeOverlay({ id })
        begin(tools, kind)
        return
      }
      record(tools, kind, scale, overlay)
      // The library selects it with its first tap; it stays so, and can be moved at once.
      select(tools, id)
    },
  })
}

const cancel = (tools: Tools): void => {
  if (tools.begun !== undefined) tools.view.chart.removeOverlay({ id: tools.begun })
  tools.begun = undefined
}

const begin = (tools: Tools, kind: DrawingKind): void => {
  cancel(tools)
  tools.begun = crypto.randomUUID()
  tools.view.isDrawing = true
  tools.setTouch()
  create(tools, kind, tools.scale, tools.begun, [])
}

const show = (tools: Tools, drawings: readonly Drawing[]): void => {
  const { view, scale, shown } = tools
  const wanted = drawings.filter((drawing) => drawing.kind === 'level' || drawing.scale === scale)
  const ids = new Set(wanted.map(({ id }) => id))
  const remove = (id: string) => {
    shown.delete(id)
    view.chart.removeOverlay({ id })
  }
  for (const id of shown.keys()) if (!ids.has(id)) remove(id)
  for (const drawing of wanted) {
    const { id, kind, points } = drawing
    if (JSON.stringify(shown.get(id)?.points) === JSON.stringify(points)) continue
    remove(id)
    shown.set(id, drawing)
    const places = points.map(([timestamp, price]) => ({ timestamp, value: price / 100 }))
    create(tools, kind, drawing.scale, id, places)
  }
}

export const createDrawings = (view: ChartView, setTouch: () => void): ChartDrawings => {
  const { chart, options } = view
  const scale: DrawingScale = isMinutePeriod(options.period) ? 'minutes' : 'days'
  const tools: Tools = { view, scale, shown: new Map(), begun: undefined, setTouch }
  return {
    show: (drawings) => show(tools, drawings),
    begin: (kind) => begin(tools, kind),
    rest: () => {
      cancel(tools)
      const store = (chart as unknown as Inside).getChartStore()
      store.setClickOverlayInfo(
        nothing,
        () => undefined,
        () => undefined,
      )
      select(tools, null)
    },
    restyle: () => {
      for (const id of tools.shown.keys()) chart.overrideOverlay({ id, styles: stylesOf(view) })
    },
  }
}
