import { type IdentityDocument, type IdentityField } from '@fairlot/contract/identity'
import { maskNumber } from '@fairlot/rules/identity'
import { ActionBar, Button, Card, KeyValues, ProgressSteps } from '@fairlot/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { IdentityFields, useIdentityFields } from './IdentityFields.tsx'
import { IdentityPhotos, useIdentityPhotos } from './IdentityPhotos.tsx'
import { identityTexts } from './texts/index.ts'
import { useSubmitIdentity } from './use-submit-identity.ts'
import styles from './Identity.module.css'

interface Props {
  readonly document: IdentityDocument
  /** Undefined when the document is fixed: only some fields are sent again. */
  readonly onDocument: ((document: IdentityDocument) => void) | undefined
  readonly fields: readonly IdentityField[]
  readonly head: ReactNode
  readonly foot: ReactNode
}

/** A complete form has two steps. When only some fields are sent again, all are on one page. */
export const IdentityForm = ({ document, onDocument, fields, head, foot }: Props) => {
  const texts = identityTexts.use()
  const isWhole = onDocument !== undefined
  // Only the complete form has a draft: the other one is short.
  const [kept] = useState(() => (isWhole ? readDraft() : undefined))
  const [step, setStep] = useState<0 | 1>(kept?.step ?? 0)
  const asks = (field: IdentityField): boolean => fields.includes(field)
  const form = useIdentityFields(document, fields, kept ?? {})
  const { values } = form
  const { name, number, birthDate } = values
  useEffect(() => {
    if (!isWhole) return
    if (name + number + birthDate === '') dropDraft()
    else keepDraft({ document, step, name, number, birthDate })
  }, [isWhole, document, step, name, number, birthDate])
  const photos = useIdentityPhotos((['front', 'back'] as const).filter(asks))
  const isReady = form.complete && photos.isComplete
  const { front, back } = photos.uploads
  const { busy, submit } = useSubmitIdentity((field, text) => {
    if (field === 'front' || field === 'back') photos.setFieldError(field, text)
    else if (field === 'name' || field === 'number' || field === 'birthDate') {
      setStep(0)
      form.setServerError(field, text)
    }
  })
  const send = () =>
    submit({
      ...(isWhole ? { document } : {}),
      ...(asks('name') ? { name: values.name } : {}),
      ...(asks('number') ? { number: values.number } : {}),
      ...(asks('birth-date') ? { birthDate: values.birthDate } : {}),
      ...(asks('front') && front !== undefined ? { front } : {}),
      ...(asks('back') && back !== undefined ? { back } : {}),
    })

  return (
    <RouteScreen
      {...(isWhole && step === 1 ? { onBack: () => setStep(0) } : {})}
      footer={
        <ActionBar>
          {isWhole && step === 0 ? (
            <Button wide onPress={() => form.validate() && setStep(1)}>
              {texts.form.next}
            </Button>
          ) : (
            <Button wide loading={busy} disabled={!isReady} onPress={() => void send()}>
              {isWhole ? texts.photos.send : texts.again.send}
            </Button>
          )}
        </ActionBar>
      }
    >
      <div className={styles.page}>
        {isWhole ? <ProgressSteps label={texts.stepOf(step + 1)} steps={texts.steps} current={step} /> : null}
        {step === 0 ? head : null}
        <div>
          <h2 className={styles.title}>
            {isWhole ? (step === 0 ? texts.form.title : texts.photos.title[document]) : texts.again.title}
          </h2>
          <p className={styles.lead}>
            {isWhole ? (step === 0 ? texts.form.lead : texts.photos.lead) : texts.again.lead}
          </p>
        </div>
        {isWhole && step === 1 ? <TypedBefore document={document} values={values} /> : null}
        <IdentityFields
          document={document}
          onDocument={onDocument}
          fields={fields}
          form={form}
          hidden={isWhole && step === 1}
        />
        {photos.sides.length === 0 ? null : <IdentityPhotos photos={photos} hidden={isWhole && step === 0} />}
        {isWhole && step === 1 ? null : foot}
      </div>
    </RouteScreen>
  )
}

interface TypedProps {
  readonly document: IdentityDocument
  readonly values: { readonly name: string; readonly number: string }
}

const TypedBefore = ({ document, values }: TypedProps) => {
  const texts = identityTexts.use()
  return (
    <Card pad>
      <KeyValues
        items={[
          { key: 'name', label: texts.fields.name, value: values.name },
          {
            key: 'number',
            label: texts.form.number[document],
            value: <span className="num">{maskNumber(values.number)}</span>,
          },
        ]}
      />
    </Card>
  )
}
