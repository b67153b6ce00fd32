import styles from './Components.module.css'

const glyphs: Readonly<Record<string, string>> = {
  RMB: '人',
  TWD: '元',
  HKD: '港',
  USD: '$',
  THB: '฿',
  JPY: '¥',
  VND: '₫',
  MYR: 'RM',
  KRW: '₩',
  INR: '₹',
}

/** Decorative: the code stands beside it. */
export const CurrencyMark = ({ currency }: { readonly currency: string }) => (
  <span className={styles.currencyMark} aria-hidden="true">
    {glyphs[currency] ?? currency.slice(0, 1)}
  </span>
)
