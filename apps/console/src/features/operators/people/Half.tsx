import { Note } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { call } from '#shell/client.ts'
import { momentText } from '#shell/format.ts'
import { toastFailure } from '#shell/messages.ts'
import type { Person } from './person.ts'
import { peopleTexts } from './texts/index.ts'
import styles from './People.module.css'

/** This operator's half of a new operator's enrolment code. The server sends it once. */
export function Half({ person }: { readonly person: Person }) {
  const texts = peopleTexts.use().half
  const [half, setHalf] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const show = async () => {
    if (isBusy) return
    setBusy(true)
    const answer = await call('/operators/takeHalf', { operatorId: person.operatorId })
    setBusy(false)
    if (!answer.ok) return toastFailure(answer)
    setHalf(answer.data.half)
  }
  if (person.half === null) return null
  return (
    <>
      <h2 className={styles.title}>
        {texts.title}
        <small className="num">{texts.until(momentText(person.half.until))}</small>
      </h2>
      <p className={styles.small}>{texts.lead(person.name)}</p>
      {half !== undefined ? (
        <p className={styles.halfCode}>
          <span className="mono">{half}</span>
        </p>
      ) : (
        <div className={styles.halfAction}>
          {person.half.mine === true ? (
            <Note>{texts.shown}</Note>
          ) : (
            <ConsoleButton small loading={isBusy} onPress={() => void show()}>
              {texts.show}
            </ConsoleButton>
          )}
        </div>
      )}
      <p className={styles.small}>{texts.other(person.half.otherTaken)}</p>
    </>
  )
}
