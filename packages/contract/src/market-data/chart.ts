// What a member can choose for the chart, without a schema, so that the phone can import it too.

export const mainIndicators = ['ma', 'boll', 'vwap'] as const
export const subIndicators = ['none', 'kd', 'macd', 'rsi'] as const
export const drawingKinds = ['trend', 'level', 'box'] as const
/** A line through minutes would be a dot among days, so a drawing belongs to one of the two. */
export const drawingScales = ['minutes', 'days'] as const

/** A number of an indicator: its usual value, and the smallest and largest that make sense. */
export interface Parameter {
  readonly usual: number
  readonly min: number
  readonly max: number
}

const period = (usual: number, max = 250): Parameter => ({ usual, min: 2, max })

/** VWAP has none: it starts again with each trading day. */
export const indicatorParameters = {
  ma: [period(5), period(10), period(20)],
  boll: [period(20), { usual: 2, min: 1, max: 5 }],
  kd: [period(9, 100), period(3, 30), period(3, 30)],
  macd: [period(12, 100), period(26), period(9, 100)],
  rsi: [period(6, 100), period(12, 100)],
} as const satisfies Readonly<Record<string, readonly Parameter[]>>
export type ParameterName = keyof typeof indicatorParameters

export type MainIndicator = (typeof mainIndicators)[number]
export type SubIndicator = (typeof subIndicators)[number]
export type DrawingKind = (typeof drawingKinds)[number]
export type DrawingScale = (typeof drawingScales)[number]
export type ParameterValues = Readonly<Record<ParameterName, readonly number[]>>

export interface ChartSettings {
  readonly main: MainIndicator
  readonly sub: SubIndicator
  readonly parameters: ParameterValues
}

/** Milliseconds since 1970, and hundredths. */
export type DrawingPoint = readonly [at: number, price: number]

export interface Drawing {
  readonly id: string
  readonly kind: DrawingKind
  readonly scale: DrawingScale
  /** One for a level, two for the others. */
  readonly points: readonly DrawingPoint[]
}

const usualOf = (name: ParameterName): readonly number[] =>
  indicatorParameters[name].map(({ usual }) => usual)

export const usualParameters: ParameterValues = {
  ma: usualOf('ma'),
  boll: usualOf('boll'),
  kd: usualOf('kd'),
  macd: usualOf('macd'),
  rsi: usualOf('rsi'),
}
export const usualSettings: ChartSettings = { main: 'ma', sub: 'none', parameters: usualParameters }

/** The slow average of MACD is longer than the fast one. */
export const isOrdered = ({ macd: [fast = 0, slow = 0] }: ParameterValues): boolean => fast < slow
