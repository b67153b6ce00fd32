import type { BodyOf } from '@fairlot/contract'
import { type IdentityDocument, type IdentityField } from '@fairlot/contract/identity'
import { isDocumentNumber, isName, maskNumber, plainNumber } from '@fairlot/rules/identity'
import {
  ActionBar,
  Button,
  Card,
  Choices,
  Field,
  Icon,
  KeyValues,
  Note,
  ProgressSteps,
  useForm,
} from '@fairlot/ui'
import { type ReactNode, useRef, useState } from 'react'
import { catalogueTexts, messageText } from '#shell/catalogue.ts'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { toastMessage } from '#shell/toasts.ts'
import { birthDateFilter, isPastDate } from './birth-date.ts'
import { PaperPicture } from './PaperPicture.tsx'
import { identityTexts } from './texts/index.ts'
import styles from './Identity.module.css'

const documents: readonly IdentityDocument[] = ['national-id', 'resident-certificate', 'passport']
type Side = 'front' | 'back'
type Name = 'name' | 'number' | 'birthDate'

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
  const messages = catalogueTexts.use()
  const isWhole = onDocument !== undefined
  const [step, setStep] = useState<0 | 1>(0)
  const [uploads, setUploads] = useState<Partial<Record<Side, string>>>({})
  const [faults, setFaults] = useState<Partial<Record<Side, string>>>({})
  const [busy, setBusy] = useState(false)
  // The same form after a lost answer is the same application; after a refusal it is a new one.
  const key = useRef(newIdempotencyKey())
  const asks = (field: IdentityField): boolean => fields.includes(field)
  const required = { required: true as const, message: texts.form.required }
  const only = (field: IdentityField, rules: Parameters<typeof useForm<Name>>[0]['fields'][Name]['rules']) =>
    asks(field) ? [required, ...rules] : []
  const form = useForm<Name>({
    fields: {
      name: {
        rules: only('name', [{ validator: isName, message: messages['identity.name'] }]),
        maxLength: 50,
      },
      number: {
        rules: only('number', [
          { validator: (text) => isDocumentNumber(document, text), message: messages['identity.number'] },
        ]),
        maxLength: 12,
        filter: plainNumber,
        secret: true,
      },
      birthDate: {
        rules: only('birth-date', [
          {
            validator: isPastDate,
            message: messages['identity.birth-date'],
          },
        ]),
        maxLength: 10,
        filter: birthDateFilter,
        secret: true,
      },
    },
  })
  const { values } = form
  const sides = (['front', 'back'] as const).filter(asks)
  const isReady = form.complete && sides.every((side) => uploads[side] !== undefined)
  const showsText = !isWhole || step === 0
  const showsPhotos = !isWhole || step === 1

  const send = async () => {
    if (busy) return
    setBusy(true)
    const body: BodyOf<'/identity/submit'> = {
      ...(isWhole ? { document } : {}),
      ...(asks('name') ? { name: values.name } : {}),
      ...(asks('number') ? { number: values.number } : {}),
      ...(asks('birth-date') ? { birthDate: values.birthDate } : {}),
      ...(asks('front') && uploads.front !== undefined ? { front: uploads.front } : {}),
      ...(asks('back') && uploads.back !== undefined ? { back: uploads.back } : {}),
    }
    const answer = await call('/identity/submit', body, { idempotencyKey: key.current })
    if (answer.ok) {
      void toastMessage('done.identity-sent')
      await refresh('/identity/status', '/members/profile')
      setBusy(false)
      return
    }
    if (answer.why === 'refused') {
      key.current = newIdempotencyKey()
      const { field } = answer
      const text = await messageText(answer.msg, answer.params)
      if (field === 'front' || field === 'back') setFaults((before) => ({ ...before, [field]: text }))
      else if (field === 'name' || field === 'number' || field === 'birthDate') {
        setStep(0)
        form.setServerError(field, text)
      }
    }
    setBusy(false)
  }

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
        {isWhole && step === 1 ? (
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
        ) : null}
        <div className={styles.form} hidden={!showsText}>
          {onDocument === undefined ? null : (
            <Choices
              label={texts.form.document}
              layout="cards"
              value={document}
              onChange={onDocument}
              items={documents.map((value) => ({ value, title: texts.documents[value] }))}
            />
          )}
          {asks('name') ? (
            <Field {...form.bind('name')} label={texts.fields.name} autoComplete="name" required />
          ) : null}
          {asks('number') ? (
            <Field
              {...form.bind('number')}
              label={texts.form.number[document]}
              help={texts.form.numberHelp[document]}
              autoCapitalize="characters"
              valid={isDocumentNumber(document, values.number)}
              required
            />
          ) : null}
          {asks('birth-date') ? (
            <Field
              {...form.bind('birthDate')}
              label={texts.form.birthDate}
              placeholder="1990-01-31"
              inputMode="numeric"
              autoComplete="bday"
              required
            />
          ) : null}
        </div>
        {sides.length === 0 ? null : (
          <div hidden={!showsPhotos}>
            <div className={styles.pictures}>
              {sides.map((side) => (
                <PaperPicture
                  key={side}
                  side={side}
                  fault={faults[side]}
                  onUploaded={(uploadId) => {
                    setFaults(({ [side]: _, ...rest }) => rest)
                    setUploads(({ [side]: _, ...rest }) =>
                      uploadId === undefined ? rest : { ...rest, [side]: uploadId },
                    )
                  }}
                />
              ))}
            </div>
            <ul className={styles.tips}>
              {texts.photos.tips.map((tip) => (
                <li key={tip}>
                  <Icon name="check" size={1.125} />
                  {tip}
                </li>
              ))}
              <li>
                <Icon name="lock" size={1.125} />
                {texts.photos.sealed}
              </li>
            </ul>
            <Note icon="clock">{texts.photos.time}</Note>
          </div>
        )}
        {isWhole && step === 1 ? null : foot}
      </div>
    </RouteScreen>
  )
}
