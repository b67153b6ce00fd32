import styles from './Key.module.css'

/** A key as it is written on the keyboard. The words beside it say what it does. */
export const Key = ({ children }: { readonly children: string }) => (
  <kbd className={styles.key} aria-hidden="true">
    {children}
  </kbd>
)
