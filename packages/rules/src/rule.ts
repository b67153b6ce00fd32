// One row of the rules table. Every limit has an id the member can look up, a default, bounds for operators, a unit and
// a reason. Code takes the value as an argument or reads `default`; it never repeats the number.

export interface Rule {
  readonly id: string
  readonly default: number
  readonly min: number
  readonly max: number
  readonly unit:
    | 'count'
    | 'characters'
    | 'seconds'
    | 'minutes'
    | 'hours'
    | 'days'
    | 'steps'
    | 'on-off'
    | 'minor'
    | 'points'
    | 'lots'
    /** Millionths: 1,425 is 0.1425 %. */
    | 'ppm'
    /** Hundredths of a percent: 13,000 is 130 %. */
    | 'bp'
    /** Minutes after midnight in Taipei: 570 is 09:30. */
    | 'clock'
  readonly reason: string
}

export const defineRules = <const Rules extends Record<string, Rule>>(rules: Rules): Rules => rules
