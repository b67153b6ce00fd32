// A new account in the member's own name. The form asks only for what the currency's banks need.

import { ActionBar, Button, cx, Field, Icon, Note, Segments, type Form as FormState } from '@fairlot/ui'
import type { BankCurrency } from '@fairlot/contract/bank-accounts'
import { lazy, Suspense, useState } from 'react'
import { FundPasswordSheet, fundComponentsTexts, IdentityFirst } from '#features/funds'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { currencies as offered, numberShapes } from './number-shapes.ts'
import { bankAccountsTexts } from './texts/index.ts'
import { asked, useBankAccountForm, useSendBankAccount, type Name } from './use-bank-account-form.ts'
import { useBankAccounts, type BankAccount } from './use-bank-accounts.ts'
import styles from './BankAccounts.module.css'

const BankSheet = lazy(() => import('./BankSheet.tsx').then((file) => ({ default: file.BankSheet })))

export const AddBankAccountScreen = () => {
  const read = useBankAccounts()
  const profile = useRead('/members/profile', {}, { quiet: true, enabled: read.data?.holder === null })
  const again = useSearch().get('again')
  if (read.data === undefined || read.data.holder === null)
    return (
      <RouteScreen>
        <Answered read={read}>{() => <IdentityFirst state={profile.data?.verification} />}</Answered>
      </RouteScreen>
    )
  return (
    <Form
      holder={read.data.holder}
      coolDownHours={read.data.coolDownHours}
      before={read.data.bankAccounts.find(({ bankAccountId }) => bankAccountId === again)}
    />
  )
}

interface FormProps {
  readonly holder: string
  readonly coolDownHours: number
  /** A rejected account being sent again: its correct fields are filled in. */
  readonly before: BankAccount | undefined
}

const Form = ({ holder, coolDownHours, before }: FormProps) => {
  const texts = bankAccountsTexts.use().form
  const { currencies } = fundComponentsTexts.use()
  const language = useLanguage()
  const [currency, setCurrency] = useState<BankCurrency>(before?.currency ?? 'TWD')
  const [sheet, setSheet] = useState<'bank' | 'pin'>()
  const banks = useRead('/bank-accounts/banks', {}, { staleTime: Infinity, quiet: true }).data?.banks
  const form = useBankAccountForm(before)
  const { values } = form
  const bank = banks?.find(({ code }) => code === values.bankCode)
  const bankText = currency === 'TWD' ? (bank?.[language] ?? '') : values.bankName

  const todo = todoOf(texts, currency, values)
  const send = useSendBankAccount(holder, currency, form)
  return (
    <RouteScreen
      footer={
        <ActionBar>
          <Button wide disabled={todo !== undefined} onPress={() => form.validate() && setSheet('pin')}>
            {todo ?? texts.send}
          </Button>
        </ActionBar>
      }
    >
      <div className={styles.form}>
        <Field
          id="holder"
          name="holder"
          label={texts.holder}
          value={holder}
          error={undefined}
          onChange={() => undefined}
          onBlur={() => undefined}
          readOnly
          help={texts.holderHelp}
          trailing={<Icon name="lock" size={1.125} className={styles.lock} />}
        />
        <div className={styles.choice}>
          <span className={styles.label}>{texts.currency}</span>
          <Segments
            label={texts.currency}
            value={currency}
            onChange={setCurrency}
            items={offered.map((value) => ({ value, label: currencies[value] ?? value }))}
          />
        </div>
        <AccountFields currency={currency} form={form} bankName={bankText} onBank={() => setSheet('bank')} />
        <Note icon="clock">{texts.note(coolDownHours)}</Note>
      </div>
      <Suspense>
        {sheet === 'bank' ? (
          <BankSheet
            onClose={() => setSheet(undefined)}
            onChoose={({ code }) => {
              form.set('bankCode', code)
              setSheet(undefined)
            }}
          />
        ) : null}
        {sheet === 'pin' ? (
          <FundPasswordSheet
            lead={texts.signing(bankText, values.number.slice(-4))}
            onClose={() => setSheet(undefined)}
            onSend={send}
          />
        ) : null}
      </Suspense>
    </RouteScreen>
  )
}

type Texts = ReturnType<typeof bankAccountsTexts.use>['form']

const labelOf = (texts: Texts, currency: BankCurrency, name: Name): string =>
  name === 'bankCode' && currency === 'USD' ? texts.swift : name === 'bankCode' ? texts.bank : texts[name]

/** What is still missing, shown on the button. */
const todoOf = (texts: Texts, currency: BankCurrency, values: FormState<Name>['values']) => {
  const missing = asked[currency].find((name) => name !== 'upi' && values[name].trim() === '')
  if (missing !== undefined && missing !== 'number') return texts.fill(labelOf(texts, currency, missing))
  const short = numberShapes[currency].min - values.number.length
  return short > 0 ? texts.missing(short) : undefined
}

interface AccountFieldsProps {
  readonly currency: BankCurrency
  readonly form: FormState<Name>
  readonly bankName: string
  readonly onBank: () => void
}

const AccountFields = ({ currency, form, bankName, onBank }: AccountFieldsProps) => {
  const texts = bankAccountsTexts.use().form
  const { values } = form
  const { min, max } = numberShapes[currency]
  const short = min - values.number.length
  return asked[currency].map((name) => {
    if (name === 'bankCode' && currency === 'TWD')
      return <BankChoice key={name} form={form} bankName={bankName} onOpen={onBank} />
    return (
      <Field
        key={name}
        label={labelOf(texts, currency, name)}
        {...form.bind(name)}
        {...(name === 'number'
          ? {
              inputMode: currency === 'USD' ? ('text' as const) : ('numeric' as const),
              aside: <span className="num">{texts.digits(values.number.length, max)}</span>,
              help: values.number !== '' && short > 0 ? texts.missing(short) : texts.numberHelp(min, max),
            }
          : {})}
        {...(name === 'branchCode' ? { inputMode: 'numeric' as const } : {})}
        {...(name === 'ifsc' ? { help: texts.ifscHelp, autoCapitalize: 'characters' } : {})}
      />
    )
  })
}

interface BankChoiceProps {
  readonly form: FormState<Name>
  readonly bankName: string
  readonly onOpen: () => void
}

const BankChoice = ({ form, bankName, onOpen }: BankChoiceProps) => {
  const texts = bankAccountsTexts.use().form
  return (
    <div className={styles.choice}>
      <span className={styles.label} id="bank-label">
        {texts.bank}
      </span>
      <button
        type="button"
        aria-labelledby="bank-label bank-value"
        className={cx(styles.picker, form.errors.bankCode !== undefined && styles.bad)}
        onClick={onOpen}
      >
        <span id="bank-value" className={cx(form.values.bankCode === '' && styles.empty)}>
          {form.values.bankCode === '' ? (
            texts.choose
          ) : (
            <>
              <i className={styles.code}>{form.values.bankCode}</i>
              {bankName}
            </>
          )}
        </span>
        <Icon name="chevron-down" size={1.125} />
      </button>
      {form.errors.bankCode === undefined ? null : (
        <p className={styles.error} role="alert">
          {form.errors.bankCode}
        </p>
      )}
    </div>
  )
}
