// The typed part of an application: document, name, number and date of birth.

import { type IdentityDocument, type IdentityField } from '@fairlot/contract/identity'
import { isDocumentNumber, isName, plainNumber } from '@fairlot/rules/identity'
import { Choices, Field, type Form, type Rule, useForm } from '@fairlot/ui'
import { catalogueTexts } from '#shell/catalogue.ts'
import { birthDateFilter, isPastDate } from './birth-date.ts'
import { identityTexts } from './texts/index.ts'
import styles from './Identity.module.css'

const documents: readonly IdentityDocument[] = ['national-id', 'resident-certificate', 'passport']

type Name = 'name' | 'number' | 'birthDate'

export const useIdentityFields = (
  document: IdentityDocument,
  fields: readonly IdentityField[],
  kept: Partial<Readonly<Record<Name, string>>>,
): Form<Name> => {
  const { required } = identityTexts.use().form
  const messages = catalogueTexts.use()
  const only = (field: IdentityField, rule: Rule): readonly Rule[] =>
    fields.includes(field) ? [{ required: true, message: required }, rule] : []
  return useForm<Name>({
    fields: {
      name: {
        initial: kept.name,
        rules: only('name', { validator: isName, message: messages['identity.name'] }),
        maxLength: 50,
      },
      number: {
        initial: kept.number,
        rules: only('number', {
          validator: (text) => isDocumentNumber(document, text),
          message: messages['identity.number'],
        }),
        maxLength: 12,
        filter: plainNumber,
        secret: true,
      },
      birthDate: {
        initial: kept.birthDate,
        rules: only('birth-date', { validator: isPastDate, message: messages['identity.birth-date'] }),
        maxLength: 10,
        filter: birthDateFilter,
        secret: true,
      },
    },
  })
}

interface Props {
  readonly document: IdentityDocument
  readonly onDocument: ((document: IdentityDocument) => void) | undefined
  readonly fields: readonly IdentityField[]
  readonly form: Form<Name>
  readonly hidden: boolean
}

export const IdentityFields = ({ document, onDocument, fields, form, hidden }: Props) => {
  const texts = identityTexts.use()
  return (
    <div className={styles.form} hidden={hidden}>
      {onDocument === undefined ? null : (
        <Choices
          label={texts.form.document}
          layout="cards"
          value={document}
          onChange={onDocument}
          items={documents.map((value) => ({ value, title: texts.documents[value] }))}
        />
      )}
      {fields.includes('name') ? (
        <Field {...form.bind('name')} label={texts.fields.name} autoComplete="name" required />
      ) : null}
      {fields.includes('number') ? (
        <Field
          {...form.bind('number')}
          label={texts.form.number[document]}
          help={texts.form.numberHelp[document]}
          autoCapitalize="characters"
          valid={isDocumentNumber(document, form.values.number)}
          required
        />
      ) : null}
      {fields.includes('birth-date') ? (
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
  )
}
