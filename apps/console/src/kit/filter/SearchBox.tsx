import { Icon, IconButton } from '@fairlot/ui'
import { type FormEvent, useEffect, useState } from 'react'
import { filterTexts } from './texts/index.ts'
import styles from './Filter.module.css'

interface SearchBoxProps {
  /** What it finds: also the spoken name. */
  readonly hint: string
  readonly value: string
  readonly onSearch: (text: string) => void
  /** Searches while typing. Only for lists that the page already has: a search at the server is recorded. */
  readonly live?: boolean | undefined
}

export function SearchBox({ hint, value, onSearch, live = false }: SearchBoxProps) {
  const texts = filterTexts.use()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <form className={styles.search} role="search" onSubmit={submit}>
      <Icon name="search" size={1} />
      <input
        type="text"
        enterKeyHint="search"
        aria-label={hint}
        placeholder={hint}
        title={hint}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          if (live) onSearch(event.target.value)
        }}
      />
      {text === '' ? null : (
        <IconButton
          name="close"
          size={0.875}
          label={texts.clearSearch}
          onPress={() => {
            setText('')
            onSearch('')
          }}
        />
      )}
    </form>
  )
}
