import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { statementHeading } from '@fairlot/contract/bank-statements/states'
import { Note } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { useSend } from '#kit/form/use-send.ts'
import { Popup } from '#kit/Popup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { saveTemplate } from '../lines/download.ts'
import { statementsTexts } from './texts/index.ts'
import styles from './Statements.module.css'

const MAX_BYTES = 900_000

type Report = ConsoleDataOf<'/deposits/importStatement'>

const importFile = async (file: File) =>
  call('/deposits/importStatement', { fileName: file.name.slice(0, 200), content: await file.text() })

/** Imports a bank file completely or not at all. */
export function ImportPopup({ onClose }: { readonly onClose: () => void }) {
  const texts = statementsTexts.use().popup
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [report, setReport] = useState<Report>()
  const { isBusy, send } = useSend({
    onSend: () => {
      const wrong = file === undefined ? texts.none : file.size > MAX_BYTES ? texts.big : undefined
      setProblem(wrong)
      return file === undefined || wrong !== undefined ? undefined : importFile(file)
    },
    onFailed: setProblem,
    onDone: (data) => {
      setReport(data)
      return refresh(
        '/deposits/statements',
        '/deposits/statementLines',
        '/deposits/bankLines',
        '/deposits/requests',
      )
    },
  })
  const isOver = report !== undefined && report.result !== 'refused'
  return (
    <Popup
      open
      onClose={onClose}
      title={texts.title}
      actions={
        isOver ? (
          <ConsoleButton onPress={onClose}>{texts.done}</ConsoleButton>
        ) : (
          <>
            <ConsoleButton kind="outline" onPress={onClose}>
              {texts.cancel}
            </ConsoleButton>
            <ConsoleButton loading={isBusy} onPress={() => void send()}>
              {texts.send}
            </ConsoleButton>
          </>
        )
      }
    >
      <p className={styles.text}>
        {texts.text}
        <code className={styles.heading}>{statementHeading}</code>
      </p>
      <label className={styles.choose}>
        <span>{texts.choose}</span>
        <input
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => {
            setFile(event.target.files?.[0])
            setProblem(undefined)
            setReport(undefined)
          }}
        />
      </label>
      <ConsoleButton kind="text" small onPress={saveTemplate}>
        {texts.template}
      </ConsoleButton>
      <Note>{texts.rule}</Note>
      {report === undefined ? null : <Outcome report={report} />}
      {problem === undefined ? null : (
        <Note tone="crit" role="alert">
          {problem}
        </Note>
      )}
    </Popup>
  )
}

function Outcome({ report }: { readonly report: Report }) {
  const texts = statementsTexts.use().popup
  return (
    <Note tone={report.result === 'refused' ? 'crit' : 'brand'} role="status">
      {report.result === 'taken'
        ? texts.taken(report.lines, report.fresh, report.matched)
        : report.result === 'known'
          ? texts.known
          : texts.refused(report.wrongLine ?? 1, report.why ?? '')}{' '}
      {report.leftOut > 0 ? texts.leftOut(report.leftOut) : null}
    </Note>
  )
}
