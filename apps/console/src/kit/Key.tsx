import styles from './Key.module.css'

/** A key as printed on the keyboard. The text beside it says what it does. */
export const Key = ({ children }: { readonly children: string }) => (
  <kbd className={styles.key} aria-hidden="true">
    {children}
  </kbd>
)
