export { currencies, isCurrency, type Currency } from './currency.ts'
