import { useEffect } from 'react'
import { Key } from '#kit/Key.tsx'
import { Popup } from '#kit/Popup.tsx'
import { createStore, useStore } from '@fairlot/ui/store'
import { shellTexts } from './texts/index.ts'
import styles from './HelpDialog.module.css'

export interface HelpLine {
  readonly keys: readonly string[]
  readonly text: string
}

const pageLines = createStore<readonly HelpLine[]>([])

/** Registers the page's shortcuts; the help lists them above the console's own. */
export const useHelp = (lines: readonly HelpLine[]): void => {
  useEffect(() => {
    pageLines.set(lines)
    return () => pageLines.set([])
  }, [lines])
}

export function HelpDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { help } = shellTexts.use()
  const own: readonly HelpLine[] = [
    { keys: ['/', 'Ctrl K', '⌘K'], text: help.search },
    { keys: ['?'], text: help.help },
    { keys: ['Esc'], text: help.close },
  ]
  const lines = [...useStore(pageLines), ...own]
  return (
    <Popup open={open} onClose={onClose} title={help.title}>
      <dl className={styles.lines}>
        {lines.map(({ keys, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              <span className="visually-hidden">{keys.join(' ')}</span>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Popup>
  )
}
