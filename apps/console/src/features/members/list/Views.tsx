import { Chip, Chips, Field, Icon } from '@fairlot/ui'
import { useId, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { failureText, showToast, toastFailure } from '#shell/messages.ts'
import { membersTexts } from '../texts/index.ts'
import { isSame, type MemberFilter } from './filter.ts'
import styles from './MemberList.module.css'

interface ViewsProps {
  readonly filter: MemberFilter
  readonly onShow: (filter: MemberFilter) => void
}

const grouped = (count: number): string => count.toLocaleString('en-US')

/** The common views with their counts, and the operator's own views. */
export function Views({ filter, onShow }: ViewsProps) {
  const texts = membersTexts.use().views
  const counts = useRead('/members/counts', {}, { every: 30_000, keep: true }).data
  const own = useRead('/members/listViews', {}).data?.views ?? []
  const [isSaving, setSaving] = useState(false)
  const built: readonly { name: string; filter: MemberFilter; count: string }[] = [
    {
      name: texts.all,
      filter: {},
      count:
        counts === undefined
          ? ''
          : counts.isEstimate
            ? texts.about(grouped(counts.all))
            : grouped(counts.all),
    },
    { name: texts.restricted, filter: { restricted: 'any' }, count: grouped(counts?.restricted ?? 0) },
    { name: texts.called, filter: { called: true }, count: grouped(counts?.called ?? 0) },
    { name: texts.waiting, filter: { waiting: true }, count: grouped(counts?.waiting ?? 0) },
  ]
  const remove = async (viewId: string) => {
    const answer = await call('/members/removeView', { viewId })
    if (!answer.ok) return toastFailure(answer)
    showToast({ text: texts.removed, tone: 'done' })
    await refresh('/members/listViews')
  }
  return (
    <div className={styles.views}>
      <Chips label={texts.label}>
        {built.map((view) => (
          <Chip key={view.name} selected={isSame(view.filter, filter)} onPress={() => onShow(view.filter)}>
            {view.name} {view.count}
          </Chip>
        ))}
      </Chips>
      {own.map((view) => (
        <span key={view.viewId} className={styles.own}>
          <button type="button" onClick={() => onShow(view.filter)}>
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
      <button type="button" className={styles.clear} onClick={() => setSaving(true)}>
        <Icon name="plus" size={0.875} />
        {texts.save}
      </button>
      {isSaving ? <SaveView filter={filter} onClose={() => setSaving(false)} /> : null}
    </div>
  )
}

function SaveView({ filter, onClose }: { readonly filter: MemberFilter; readonly onClose: () => void }) {
  const texts = membersTexts.use().views
  const id = useId()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (isBusy || name.trim() === '') return
    setBusy(true)
    const answer = await call('/members/saveView', { name: name.trim(), filter })
    setBusy(false)
    if (!answer.ok) return setError(await failureText(answer))
    showToast({ text: texts.saved, tone: 'done' })
    onClose()
    await refresh('/members/listViews')
  }
  return (
    <Popup
      open
      onClose={onClose}
      title={texts.title}
      actions={
        <>
          <ConsoleButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton loading={isBusy} onPress={() => void save()}>
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
