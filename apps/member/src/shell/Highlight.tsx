import styles from './Highlight.module.css'

/** Marks the first occurrence of the typed text; full-width and half-width are the same. */
export const Highlight = ({ text, typed }: { text: string; typed: string }) => {
  const wanted = typed.normalize('NFKC').trim().toLowerCase()
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.mark}>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  )
}
