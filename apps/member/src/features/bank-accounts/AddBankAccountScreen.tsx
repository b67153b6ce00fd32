// A new account in the member's own name. The form asks only for what the currency's banks need.

import { ActionBar, Button, cx, Field, Icon, Note, Segments, useForm } from '@fairlot/ui'
import type { BodyOf } from '@fairlot/contract'
import type { BankCurrency } from '@fairlot/contract/bank-accounts'
import { lazy, Suspense, useRef, useState } from 'react'
import {
  FundPasswordSheet,
  fundPartsTexts,
  IdentityFirst,
  moneyRefusal,
  type PinVerdict,
} from '#features/funds'
import { signLater } from '#features/orders'
import { Answered } from '#shell/Answered.tsx'
import { useBack } from '#shell/back.ts'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { keptDraft, useKeepDraft } from '#shell/drafts.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { toastMessage } from '#shell/toasts.ts'
import { currencies as offered, numberShapes } from './number-shapes.ts'
import { bankAccountsTexts } from './texts/index.ts'
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
      restHours={read.data.restHours}
      before={read.data.bankAccounts.find(({ bankAccountId }) => bankAccountId === again)}
    />
  )
}

type Name = 'bankCode' | 'bankName' | 'branch' | 'branchCode' | 'number' | 'ifsc' | 'upi'

/** The fields of each currency, in the order of the form. */
const asked: Record<BankCurrency, readonly Name[]> = {
  TWD: ['bankCode', 'branch', 'branchCode', 'number'],
  USD: ['bankCode', 'bankName', 'branch', 'number'],
  INR: ['bankName', 'branch', 'ifsc', 'number', 'upi'],
}

interface FormProps {
  readonly holder: string
  readonly restHours: number
  /** A rejected account being sent again: its correct fields are filled in. */
  readonly before: BankAccount | undefined
}

const DRAFT = 'bank-account'

const Form = ({ holder, restHours, before }: FormProps) => {
  const all = bankAccountsTexts.use()
  const texts = all.form
  const { currencies } = fundPartsTexts.use()
  const language = useLanguage()
  const back = useBack()
  const [currency, setCurrency] = useState<BankCurrency>(before?.currency ?? 'TWD')
  const [sheet, setSheet] = useState<'bank' | 'pin'>()
  const banks = useRead('/bank-accounts/banks', {}, { staleTime: Infinity, quiet: true }).data?.banks
  // A retry after a lost answer is the same request; after a refusal it is a new one.
  const key = useRef(newIdempotencyKey())
  const required = { required: true as const, message: texts.required }
  const form = useForm<Name>({
    kept: keptDraft(DRAFT),
    fields: {
      bankCode: { rules: [], maxLength: 20, initial: before?.bankCode },
      bankName: { rules: [], maxLength: 80, initial: before?.bankName },
      branch: { rules: [required], maxLength: 120, initial: before?.branch },
      branchCode: { rules: [], maxLength: 20, filter: 'digit', initial: before?.branchCode },
      number: {
        rules: [required],
        maxLength: 40,
        filter: (text) => text.replace(/[\s-]/g, '').toUpperCase(),
      },
      ifsc: { rules: [], maxLength: 11, filter: (text) => text.toUpperCase() },
      upi: { rules: [], maxLength: 80 },
    },
  })
  useKeepDraft(DRAFT, form.serialise)
  const { values } = form
  const { min, max } = numberShapes[currency]
  const bank = banks?.find(({ code }) => code === values.bankCode)
  const bankWords = currency === 'TWD' ? (bank?.[language] ?? '') : values.bankName

  const labelOf = (name: Name): string =>
    name === 'bankCode' && currency === 'USD' ? texts.swift : name === 'bankCode' ? texts.bank : texts[name]
  /** What is still missing, shown on the button. */
  const missing = asked[currency].find((name) => name !== 'upi' && values[name].trim() === '')
  const short = min - values.number.length
  const todo =
    missing !== undefined && missing !== 'number'
      ? texts.fill(labelOf(missing))
      : short > 0
        ? texts.missing(short)
        : undefined

  const bodyOf = (fundPassword: string): BodyOf<'/bank-accounts/add'> => ({
    currency,
    holder,
    number: values.number,
    bankCode: currency === 'INR' ? '' : values.bankCode,
    ...(currency === 'TWD' ? { branchCode: values.branchCode } : { bankName: values.bankName }),
    branch: values.branch,
    ...(currency === 'INR' ? { ifsc: values.ifsc } : {}),
    ...(currency === 'INR' && values.upi !== '' ? { upi: values.upi } : {}),
    fundPassword,
  })
  const send = async (fundPassword: string): Promise<PinVerdict> => {
    const body = await signLater('/bank-accounts/add', bodyOf(fundPassword))
    const answer = await call('/bank-accounts/add', body, { idempotencyKey: key.current, quiet: true })
    if (answer.ok) {
      await refresh('/bank-accounts/list')
      void toastMessage('done.bank-account-added')
      back()
      return 'close'
    }
    if (answer.why !== 'refused') return { error: texts.offline }
    key.current = newIdempotencyKey()
    if (answer.msg === 'password.fund-not-set') return 'unset'
    const error = await moneyRefusal(answer)
    const { field } = answer
    if (field !== undefined && Object.hasOwn(values, field)) {
      form.setServerError(field as Name, error)
      return 'close'
    }
    return { error }
  }
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
        {asked[currency].map((name) => {
          if (name === 'bankCode' && currency === 'TWD')
            return (
              <div key={name} className={styles.choice}>
                <span className={styles.label} id="bank-label">
                  {texts.bank}
                </span>
                <button
                  type="button"
                  aria-labelledby="bank-label bank-value"
                  className={cx(styles.picker, form.errors.bankCode !== undefined && styles.bad)}
                  onClick={() => setSheet('bank')}
                >
                  <span id="bank-value" className={cx(values.bankCode === '' && styles.empty)}>
                    {values.bankCode === '' ? (
                      texts.choose
                    ) : (
                      <>
                        <i className={styles.code}>{values.bankCode}</i>
                        {bankWords}
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
          return (
            <Field
              key={name}
              label={labelOf(name)}
              {...form.bind(name)}
              {...(name === 'number'
                ? {
                    inputMode: currency === 'USD' ? ('text' as const) : ('numeric' as const),
                    aside: <span className="num">{texts.digits(values.number.length, max)}</span>,
                    help:
                      values.number !== '' && short > 0 ? texts.missing(short) : texts.numberHelp(min, max),
                  }
                : {})}
              {...(name === 'branchCode' ? { inputMode: 'numeric' as const } : {})}
              {...(name === 'ifsc' ? { help: texts.ifscHelp, autoCapitalize: 'characters' } : {})}
            />
          )
        })}
        <Note icon="clock">{texts.note(restHours)}</Note>
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
            lead={texts.signing(bankWords, values.number.slice(-4))}
            onClose={() => setSheet(undefined)}
            onSend={send}
          />
        ) : null}
      </Suspense>
    </RouteScreen>
  )
}
