// Recovery codes, shown once. The member copies, saves or writes them down and confirms that before continuing.

import { ActionBar, Button, Card, Checkbox, Note } from '@fairlot/ui'
import { useState, type ReactNode } from 'react'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { toastHelper } from '#shell/toasts.ts'
import { saveText } from './save-text.ts'
import { securityTexts } from './texts/index.ts'
import form from './form.module.css'
import styles from './KeepCodes.module.css'

interface Props {
  readonly codes: readonly string[]
  readonly progress?: ReactNode
  readonly onDone: () => void
}

export const KeepCodes = ({ codes, progress, onDone }: Props) => {
  const texts = securityTexts.use()
  const [kept, setKept] = useState(false)
  const all = codes.join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(all)
      toastHelper(texts.recovery.copied)
    } catch {
      toastHelper(texts.recovery.copyFailed)
    }
  }
  return (
    <RouteScreen
      onBack={() => {
        if (kept) onDone()
      }}
      footer={
        <ActionBar>
          <div className={form.foot}>
            <Button wide disabled={!kept} reason={texts.recovery.keptFirst} onPress={onDone}>
              {texts.twoStep.done}
            </Button>
          </div>
        </ActionBar>
      }
    >
      {progress}
      <h2 className={form.heading}>{texts.recovery.title(codes.length)}</h2>
      <p className={form.lead}>{texts.recovery.text}</p>
      <Card className={styles.card}>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles.ways}>
          <Button kind="text" icon="copy" onPress={() => void copy()}>
            {texts.recovery.copyAll}
          </Button>
          <Button kind="text" icon="download" onPress={() => saveText(texts.recovery.fileName, `${all}\n`)}>
            {texts.recovery.download}
          </Button>
        </div>
      </Card>
      <Note tone="warn">{texts.recovery.keep}</Note>
      <div className={styles.tick}>
        <Checkbox checked={kept} onChange={setKept}>
          {texts.recovery.kept}
        </Checkbox>
      </div>
    </RouteScreen>
  )
}
