import { Checkbox, CopyButton } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { signInTexts } from './texts/index.ts'
import styles from './SignIn.module.css'

interface CodesStepProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

export function CodesStep({ codes, onDone }: CodesStepProps) {
  const texts = signInTexts.use().codes
  const [areKept, setKept] = useState(false)
  return (
    <div className={styles.form}>
      <div>
        <h1 className={styles.title}>{texts.title}</h1>
        <p className={styles.lead}>{texts.lead}</p>
      </div>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <CopyButton text={codes.join('\n')} texts={texts.copyAll} />
      <Checkbox checked={areKept} onChange={setKept}>
        {texts.kept}
      </Checkbox>
      <ConsoleButton wide disabled={!areKept} onPress={onDone} className={styles.main}>
        {texts.next}
      </ConsoleButton>
    </div>
  )
}
