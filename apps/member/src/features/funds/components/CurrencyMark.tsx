import styles from './Components.module.css'
import { fundComponentsTexts } from './texts/index.ts'

/** Decorative: the code stands beside it. */
export const CurrencyMark = ({ currency }: { readonly currency: string }) => (
  <span className={styles.currencyMark} aria-hidden="true">
    {fundComponentsTexts.use().marks[currency]}
  </span>
)
