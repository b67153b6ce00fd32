import { useState } from 'react'
import type { ConsoleBodyOf, ConsolePath } from '@fairlot/contract/console-routes'
import { incompleteMark, maxExportedRows } from '@fairlot/rules/operators'
import { Icon } from '@fairlot/ui'
import { openFile } from '#shell/client.ts'
import { showToast, toastFailure } from '#shell/messages.ts'
import { ConsoleButton } from '../ConsoleButton.tsx'
import { saveFile } from './save-file.ts'
import { filterTexts } from './texts/index.ts'

type ExportPath = Extract<ConsolePath, `${string}/export${string}`>

interface ExportButtonProps<P extends ExportPath> {
  readonly path: P
  readonly body: ConsoleBodyOf<P>
}

/** The list under its filter as CSV, masked as on the screen. The server records the download. */
export function ExportButton<P extends ExportPath>({ path, body }: ExportButtonProps<P>) {
  const texts = filterTexts.use()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const answer = await openFile(path, body).finally(() => setBusy(false))
    if (!answer.ok) return toastFailure(answer)
    saveFile(answer.name, answer.file)
    showToast(
      answer.name.includes(incompleteMark)
        ? { text: texts.incomplete(maxExportedRows.toLocaleString('en-US')), tone: 'info', ms: 10_000 }
        : { text: texts.exported },
    )
  }
  return (
    <ConsoleButton kind="outline" small loading={isBusy} onPress={() => void save()}>
      <Icon name="download" size={1} />
      {texts.export}
    </ConsoleButton>
  )
}
