import type { ConsolePath } from '@fairlot/contract/console-routes'
import { Field, Icon, useForm } from '@fairlot/ui'
import { useState } from 'react'
import type { Failed } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { showToast, toastFailure } from '#shell/messages.ts'
import { finishForm, FormPopup } from '../form/FormPopup.tsx'
import { savedViewsTexts } from './texts/index.ts'
import styles from './SavedViews.module.css'

type Answered = { readonly ok: true; readonly data: unknown } | Failed

interface SavedViewsProps<View> {
  readonly views: readonly View[]
  readonly onShow: (view: View) => void
  /** Saves the filters that are set now under this name. */
  readonly onSave: (name: string) => Promise<Answered>
  readonly onRemove: (viewId: string) => Promise<Answered>
  /** Where the list is read from. */
  readonly path: ConsolePath
}

/** The operator's own views of a list, each with a button that removes it, and the button that saves one. */
export function SavedViews<View extends { readonly viewId: string; readonly name: string }>({
  views,
  onShow,
  onSave,
  onRemove,
  path,
}: SavedViewsProps<View>) {
  const texts = savedViewsTexts.use()
  const [isSaving, setSaving] = useState(false)
  const remove = async (viewId: string) => {
    const answer = await onRemove(viewId)
    if (!answer.ok) return toastFailure(answer)
    showToast({ text: texts.removed, tone: 'done' })
    await refresh(path)
  }
  return (
    <>
      {views.map((view) => (
        <span key={view.viewId} className={styles.view}>
          <button type="button" className={styles.show} onClick={() => onShow(view)}>
            {view.name}
          </button>
          <button
            type="button"
            className={styles.remove}
            aria-label={texts.remove(view.name)}
            onClick={() => void remove(view.viewId)}
          >
            <Icon name="close" size={0.75} weight={2} />
          </button>
        </span>
      ))}
      <button type="button" className={styles.save} onClick={() => setSaving(true)}>
        <Icon name="plus" size={0.875} />
        {texts.save}
      </button>
      <SaveView open={isSaving} path={path} onSave={onSave} onClose={() => setSaving(false)} />
    </>
  )
}

interface SaveViewProps extends Pick<SavedViewsProps<unknown>, 'onSave' | 'path'> {
  readonly open: boolean
  readonly onClose: () => void
}

function SaveView({ open, onSave, path, onClose }: SaveViewProps) {
  const texts = savedViewsTexts.use()
  const form = useForm({ fields: { view: { rules: [], maxLength: 40 } } })
  const name = form.values.view.trim()
  return (
    <FormPopup
      open={open}
      title={texts.title}
      cancel={texts.cancel}
      save={texts.keep}
      disabled={name === ''}
      enter={{}}
      onClose={onClose}
      onSend={() => (name === '' ? undefined : onSave(name))}
      onFailed={(text) => form.setServerError('view', text)}
      onDone={() => {
        form.reset()
        return finishForm({ text: texts.saved, onClose, reads: [path] })
      }}
    >
      <Field {...form.bind('view')} label={texts.name} help={texts.text} />
    </FormPopup>
  )
}
