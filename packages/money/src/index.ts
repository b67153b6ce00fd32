export { add, compare, money, negate, subtract, type Money } from './amount.ts'
export { currencies, isCurrency, type Currency } from './currency.ts'
export {
  CURRENCY_SYMBOL,
  DEFAULT_MILLION_SUFFIX,
  displayCompact,
  displayId,
  displayNumber,
  displayRatio,
  formatMoney,
  formatPrice,
  formatQuantity,
  MINUS,
  UNKNOWN_PRICE,
  type Lang,
  type MoneyStyle,
  type NumberStyle,
} from './format.ts'
export {
  MAX_INTEGER_DIGITS,
  parseLots,
  parseMoney,
  parsePrice,
  parseShares,
  type Parsed,
  type ParseProblem,
} from './parse.ts'
export {
  lots,
  lotsIn,
  minor,
  price,
  shares,
  SHARES_PER_LOT,
  sharesOf,
  valueOf,
  type Lots,
  type Minor,
  type Price,
  type Shares,
} from './quantities.ts'
export { divide, HOUSE_ROUNDING, multiplyRatio, type Rounding } from './rounding.ts'
