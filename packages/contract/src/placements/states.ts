/** `etf` sells units of an ETF, `placing` shares of a company. */
export const placementKinds = ['placing', 'etf'] as const
export type PlacementKind = (typeof placementKinds)[number]

/** `pro-rata`: everybody gets the same part. `lot`: the drawn ones get all they applied for. */
export const placementMethods = ['pro-rata', 'lot'] as const
export type PlacementMethod = (typeof placementMethods)[number]

/** `open` may lie before the opening; `drawing` waits for the draw; `allotting` books the results. */
export const placementStates = ['open', 'drawing', 'allotting', 'allotted', 'void'] as const
export type PlacementState = (typeof placementStates)[number]

export const placementApplicationStates = [
  'waiting',
  'allotted',
  'not-allotted',
  'cancelled',
  'void',
] as const
export type PlacementApplicationState = (typeof placementApplicationStates)[number]

/** Why an application takes no part. */
export const placementVoidReasons = ['draw-void', 'restricted', 'related-person'] as const
export type PlacementVoidReason = (typeof placementVoidReasons)[number]

/** Tabs of the member's list. */
export const placementViews = ['open', 'ended'] as const
export type PlacementView = (typeof placementViews)[number]
