import { Field, Icon } from '@fairlot/ui'
import { useId, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { failureText, showToast, toastFailure } from '#shell/messages.ts'
import { queueTexts } from './texts/index.ts'
import { filterOf, viewFrom, type QueueView } from './view.ts'
import styles from './SavedViews.module.css'

interface SavedViewsProps {
  readonly view: QueueView
  readonly onShow: (view: Pick<QueueView, 'kind' | 'chip'>) => void
}

export function SavedViews({ view, onShow }: SavedViewsProps) {
  const texts = queueTexts.use().views
  const views = useRead('/operators/listViews', {}).data?.views ?? []
  const [isSaving, setSaving] = useState(false)
  const remove = async (viewId: string) => {
    const answer = await call('/operators/removeView', { viewId })
    if (!answer.ok) return toastFailure(answer)
    showToast({ text: texts.removed, tone: 'done' })
    await refresh('/operators/listViews')
  }
  return (
    <div className={styles.views} role="group" aria-label={texts.label}>
      {views.map(({ viewId, name, filter }) => (
        <span key={viewId} className={styles.view}>
          <button type="button" className={styles.show} onClick={() => onShow(viewFrom(filter))}>
            {name}
          </button>
          <button
            type="button"
            className={styles.remove}
            aria-label={texts.remove(name)}
            onClick={() => void remove(viewId)}
          >
            <Icon name="close" size={0.75} weight={2} />
          </button>
        </span>
      ))}
      <button type="button" className={styles.save} onClick={() => setSaving(true)}>
        <Icon name="plus" size={0.875} />
        {texts.save}
      </button>
      <SaveView open={isSaving} view={view} onClose={() => setSaving(false)} />
    </div>
  )
}

interface SaveViewProps {
  readonly open: boolean
  readonly view: QueueView
  readonly onClose: () => void
}

function SaveView({ open, view, onClose }: SaveViewProps) {
  const texts = queueTexts.use().views
  const id = useId()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const save = async () => {
    if (name.trim() === '') return
    const answer = await call('/operators/saveView', { name: name.trim(), filter: filterOf(view) })
    if (!answer.ok) return setError(await failureText(answer))
    showToast({ text: texts.saved, tone: 'done' })
    setName('')
    onClose()
    await refresh('/operators/listViews')
  }
  return (
    <Popup
      open={open}
      onClose={onClose}
      title={texts.title}
      actions={
        <>
          <ConsoleButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton onPress={() => void save()} disabled={name.trim() === ''}>
            {texts.keep}
          </ConsoleButton>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          id={id}
          name="view"
          label={texts.name}
          value={name}
          error={error}
          help={texts.text}
          onChange={(text) => {
            setName(text.slice(0, 40))
            setError(undefined)
          }}
          onBlur={() => {}}
        />
      </form>
    </Popup>
  )
}
