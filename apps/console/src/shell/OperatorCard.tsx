import { Icon } from '@fairlot/ui'
import { useEffect, useRef, useState } from 'react'
import { Initial } from '#kit/Initial.tsx'
import { setTheme, useTheme, type Theme } from '@fairlot/app-shell/theme'
import { momentText } from './format.ts'
import { switchLanguage } from '@fairlot/app-shell/texts'
import { useLanguage, type Language } from '@fairlot/app-shell/language'
import type { Me } from './session.ts'
import { signOut } from './sign-out.ts'
import { shellTexts } from './texts/index.ts'
import styles from './OperatorCard.module.css'

/** The signed-in operator and their own settings: appearance, language, signing out. */
export function OperatorCard({ me }: { readonly me: Me }) {
  const texts = shellTexts.use()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const away = (event: Event) => {
      if (!(event.target instanceof Node) || !root.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  const { operator, roles } = texts
  return (
    <div ref={root} className={styles.card}>
      {open ? <Settings me={me} onClose={() => setOpen(false)} /> : null}
      <button
        ref={button}
        type="button"
        className={styles.who}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Initial name={me.name} />
        <span className={styles.texts}>
          <span className={styles.name}>{me.name}</span>
          <span className={styles.role}>{me.roles.map(({ role }) => roles[role]).join(texts.comma)}</span>
        </span>
        <span className="visually-hidden">{operator.card}</span>
      </button>
    </div>
  )
}

function Settings({ me, onClose }: { readonly me: Me; readonly onClose: () => void }) {
  const { operator } = shellTexts.use()
  const theme = useTheme()
  const language = useLanguage()
  return (
    <div className={styles.panel}>
      <label className={styles.line}>
        <span>{operator.theme}</span>
        <select value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
          {(['system', 'light', 'dark'] as const).map((each) => (
            <option key={each} value={each}>
              {operator.themes[each]}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.line}>
        <span>{operator.language}</span>
        <select value={language} onChange={(event) => void switchLanguage(event.target.value as Language)}>
          {(['tw', 'en'] as const).map((each) => (
            <option key={each} value={each}>
              {operator.languages[each]}
            </option>
          ))}
        </select>
      </label>
      <p className={styles.small}>
        {operator.until(momentText(me.expiresAt))}
        <br />
        {operator.codesLeft(me.recoveryCodesLeft)}
      </p>
      <a className={styles.out} href="#/account" onClick={onClose}>
        <Icon name="passkey" size={1.125} />
        {operator.account}
      </a>
      <button type="button" className={styles.out} onClick={() => void signOut()}>
        <Icon name="logout" size={1.125} />
        {operator.signOut}
      </button>
    </div>
  )
}
