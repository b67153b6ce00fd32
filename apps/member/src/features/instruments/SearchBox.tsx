import { Icon, TextLink } from '@fairlot/ui'
import { useEffect, useRef } from 'react'
import { useBack } from '#shell/back.ts'
import { instrumentsTexts } from './texts/index.ts'
import { LONGEST_TEXT } from './use-search.ts'
import styles from './Search.module.css'

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
}

/** With an input method the letters come before the word: the list follows either. */
export const SearchBox = ({ value, onChange, onSubmit }: Props) => {
  const texts = instrumentsTexts.use()
  const back = useBack()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  return (
    <form
      className={styles.bar}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
        input.current?.blur()
      }}
    >
      <div className={styles.box}>
        <Icon name="search" size={1.25} className={styles.glass} />
        <input
          ref={input}
          className={styles.input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={LONGEST_TEXT}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {value === '' ? null : (
          <button
            type="button"
            className={styles.clear}
            aria-label={texts.clear}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          >
            <Icon name="close" size={1.125} />
          </button>
        )}
      </div>
      <TextLink className={styles.cancel} onPress={back}>
        {texts.cancel}
      </TextLink>
    </form>
  )
}
