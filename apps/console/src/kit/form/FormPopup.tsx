import type { ConsolePath } from '@fairlot/contract/console-routes'
import { type ButtonKind, Note } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { refresh } from '#shell/data.ts'
import { showToast } from '#shell/messages.ts'
import { ConsoleButton } from '../ConsoleButton.tsx'
import { Popup } from '../Popup.tsx'
import { type Sending, useSend } from './use-send.ts'

interface FormPopupProps<Data> extends Sending<Data> {
  readonly open?: boolean
  readonly title: string
  readonly wide?: boolean | undefined
  readonly cancel: string
  readonly save: string
  readonly saveKind?: ButtonKind | undefined
  readonly disabled?: boolean | undefined
  /** Enter in a field sends the form, which has this class. */
  readonly enter?: { readonly className?: string | undefined } | undefined
  readonly onClose: () => void
  readonly children: ReactNode
  /** What the popup shows instead of the form, once it has been sent. */
  readonly after?: After | undefined
}

interface After {
  readonly title: string
  readonly body: ReactNode
  readonly actions: ReactNode
}

/** A form in a popup: fields, cancel and save. It stays open until what was sent is done. */
export function FormPopup<Data>(props: FormPopupProps<Data>) {
  const { open = true, enter, onClose, children, after } = props
  const { isBusy, failure, send } = useSend(props)
  if (after !== undefined)
    return (
      <Popup open onClose={onClose} title={after.title} actions={after.actions}>
        {after.body}
      </Popup>
    )
  const fields = (
    <>
      {children}
      {failure === undefined ? null : (
        <Note tone="crit" role="alert">
          {failure}
        </Note>
      )}
    </>
  )
  return (
    <Popup
      open={open}
      wide={props.wide}
      onClose={onClose}
      title={props.title}
      actions={
        <>
          <ConsoleButton kind="outline" onPress={onClose}>
            {props.cancel}
          </ConsoleButton>
          <ConsoleButton
            kind={props.saveKind}
            loading={isBusy}
            disabled={props.disabled}
            onPress={() => void send()}
          >
            {props.save}
          </ConsoleButton>
        </>
      }
    >
      {enter === undefined ? (
        fields
      ) : (
        <form
          className={enter.className}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          {fields}
        </form>
      )}
    </Popup>
  )
}

interface Finished {
  readonly text: string
  readonly ms?: number
  readonly onClose: () => void
  readonly reads: readonly ConsolePath[]
}

/** The end of a form that saved: says so, closes the popup and reads the page's data again. */
export const finishForm = ({ text, ms, onClose, reads }: Finished): Promise<void> => {
  showToast({ text, tone: 'done', ms })
  onClose()
  return refresh(...reads)
}

/** The end of a form that proposed: also reads the queue again. */
export const finishProposal = ({ reads, ...rest }: Omit<Finished, 'ms'>): Promise<void> =>
  finishForm({ ...rest, ms: 3000, reads: [...reads, '/operators/queue', '/operators/queueCounts'] })
