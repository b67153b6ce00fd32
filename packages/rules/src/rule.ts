// One row of the rules table. Every limit has an id the member can look up, a default, bounds an operator may not
// leave, a unit and a reason. Code takes the value as an argument or reads `default`; it never repeats the number.

export interface Rule {
  readonly id: string
  readonly default: number
  readonly min: number
  readonly max: number
  readonly unit:
    'count' | 'characters' | 'minutes' | 'hours' | 'days' | 'steps' | 'on-off' | 'minor' | 'points'
  readonly reason: string
}

export const defineRules = <const Rules extends Record<string, Rule>>(rules: Rules): Rules => rules
