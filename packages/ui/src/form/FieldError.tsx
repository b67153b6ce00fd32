import { Icon } from '../Icon.tsx'
import styles from './Field.module.css'

/**
 * The element for a field's error. It is always in the page, so that a screen reader knows the region before a text
 * appears in it; empty, it takes no space.
 */
export function FieldError({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return (
    <span id={id} role="alert" className={styles.error}>
      {text === undefined ? null : (
        <>
          <Icon name="warning" size={0.9375} weight={2} />
          <span>{text}</span>
        </>
      )}
    </span>
  )
}
