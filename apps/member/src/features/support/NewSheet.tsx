import { supportTopics, type SupportTopic } from '@fairlot/contract/support/states'
import { supportRules } from '@fairlot/rules/support'
import { Button, Chip, Chips, Field, Sheet, StatusChip, useForm } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { keptDraft, useKeepDraft } from '#shell/drafts.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { type About, iconOf, topicOf } from './about.ts'
import { Pictures } from './thread/Pictures.tsx'
import { usePictures } from './thread/use-pictures.ts'
import { supportTexts } from './texts/index.ts'
import styles from './Support.module.css'

interface Props {
  readonly about?: About | undefined
  readonly topic?: SupportTopic | undefined
  readonly onClose: () => void
  readonly onSent: (threadId: string) => void
}

const draft = 'support new'

export const NewSheet = ({ about, topic: wanted, onClose, onSent }: Props) => {
  const texts = supportTexts.use()
  const { close, leave } = shellTexts.use()
  const language = useLanguage()
  const [key, setKey] = useState(newIdempotencyKey)
  const [busy, setBusy] = useState(false)
  const [topic, setTopic] = useState<SupportTopic>(wanted ?? (about ? topicOf[about.kind] : 'other'))
  const pictures = usePictures()
  const form = useForm({
    kept: keptDraft(draft),
    fields: {
      title: { maxLength: 60, rules: [{ required: true, message: texts.subjectMissing }] },
      text: {
        maxLength: supportRules.textMax.default,
        rules: [{ required: true, message: texts.textMissing }],
      },
    },
  })
  useKeepDraft(draft, form.serialise)
  const send = async () => {
    if (busy || !form.validate() || !pictures.isReady) return
    setBusy(true)
    const { title, text } = form.values
    const body = {
      topic,
      title,
      text,
      language,
      uploads: [...pictures.uploadIds],
      ...(about && { about }),
    }
    const answer = await call('/support/open', body, { idempotencyKey: key })
    setBusy(false)
    if (!answer.ok) {
      // A refusal is stored under its key: a corrected form is another request.
      if (answer.why === 'refused') setKey(newIdempotencyKey())
      return
    }
    await refresh('/support/list')
    onSent(answer.data.threadId)
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.newTitle}
      closeLabel={close}
      guard={{ dirty: form.dirty || pictures.list.length > 0, ...leave }}
      footer={
        <Button wide loading={busy} onPress={() => void send()}>
          {texts.send}
        </Button>
      }
    >
      <div className={styles.stack}>
        {about === undefined ? null : (
          <p>
            <StatusChip tone="brand" icon={iconOf[about.kind]}>
              {texts.about[about.kind]}
            </StatusChip>
          </p>
        )}
        <div className={styles.topics}>
          <Chips label={texts.topic}>
            {supportTopics.map((each) => (
              <Chip key={each} selected={each === topic} onPress={() => setTopic(each)}>
                {texts.topics[each]}
              </Chip>
            ))}
          </Chips>
        </div>
        <Field label={texts.subject} help={texts.subjectHelp} required {...form.bind('title')} />
        <Field label={texts.text} multiline required {...form.bind('text')} />
        <Pictures pictures={pictures} />
      </div>
    </Sheet>
  )
}
