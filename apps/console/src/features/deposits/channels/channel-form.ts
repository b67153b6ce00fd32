// The input of a channel form, and the proposal it makes. The server checks again; this only reports errors early.

import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { formatMoney, parseMoney } from '@fairlot/money'
import type { Channel } from './channel.ts'

export const fields = [
  'nameTw',
  'nameEn',
  'currency',
  'holder',
  'number',
  'bankName',
  'bankCode',
  'branch',
  'min',
  'max',
  'fee',
  'usual',
  'place',
  'password',
  'reasonTw',
  'reasonEn',
  'why',
] as const
export type FieldName = (typeof fields)[number]
export type Values = Readonly<Record<FieldName, string>>
export type What = 'new' | 'change' | 'off' | 'on'

const plain = (minor: string): string => formatMoney(minor).replaceAll(',', '').replace(/\.00$/, '')

export const startOf = (channel: Channel | undefined): Values => ({
  nameTw: channel?.name.tw ?? '',
  nameEn: channel?.name.en ?? '',
  currency: channel?.currency ?? 'TWD',
  holder: channel?.holder ?? '',
  number: channel?.number ?? '',
  bankName: channel?.bankName ?? '',
  bankCode: channel?.bankCode ?? '',
  branch: channel?.branch ?? '',
  min: channel === undefined ? '' : plain(channel.min),
  max: channel === undefined ? '' : plain(channel.max),
  fee: channel === undefined ? '0' : plain(channel.fee),
  usual: channel === undefined ? '30' : String(channel.usualMinutes),
  place: channel === undefined ? '10' : String(channel.place),
  password: '',
  reasonTw: channel?.reason?.tw ?? '',
  reasonEn: channel?.reason?.en ?? '',
  why: '',
})

export type FieldProblem = 'required' | 'amountBad' | 'numberBad' | 'boundsBad' | 'passwordBad'
type Body = ConsoleBodyOf<'/deposits/proposeChannel'>
export type Made =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly problems: Readonly<Partial<Record<FieldName, FieldProblem>>> }

const needed: readonly FieldName[] = [
  'nameTw',
  'nameEn',
  'holder',
  'number',
  'bankName',
  'bankCode',
  'branch',
  'why',
]
const amounts: readonly FieldName[] = ['min', 'max', 'fee']
const counts = ['usual', 'place'] as const
const reasons = ['reasonTw', 'reasonEn'] as const

const stateAfter = (what: What, channel: Channel | undefined) =>
  what === 'off' ? 'suspended' : what === 'change' ? (channel?.state ?? 'open') : 'open'

/** The problem of each field that cannot stay empty. */
export const emptyProblems = (
  what: What,
  channel: Channel | undefined,
): Readonly<Partial<Record<FieldName, FieldProblem>>> => {
  const asked = stateAfter(what, channel) === 'suspended' ? [...needed, ...reasons] : needed
  return Object.fromEntries([
    ...asked.map((name) => [name, 'required'] as const),
    ...amounts.map((name) => [name, 'amountBad'] as const),
    ...counts.map((name) => [name, 'numberBad'] as const),
  ])
}

export function makeProposal(
  what: What,
  channel: Channel | undefined,
  values: Values,
  dropsPassword: boolean,
): Made {
  const problems: Partial<Record<FieldName, FieldProblem>> = {}
  for (const name of needed) if (values[name].trim() === '') problems[name] = 'required'
  const minor = Object.fromEntries(
    amounts.map((name) => {
      const parsed = parseMoney(values[name].replaceAll(',', ''))
      if (!parsed.ok) problems[name] = 'amountBad'
      return [name, parsed.ok ? BigInt(parsed.value) : 0n]
    }),
  )
  for (const name of counts) if (!/^\d{1,5}$/.test(values[name])) problems[name] = 'numberBad'
  const { min = 0n, max = 0n, fee = 0n } = minor
  if (problems.min === undefined && problems.max === undefined && (min > max || min === 0n))
    problems.max = 'boundsBad'
  if (problems.fee === undefined && problems.min === undefined && fee >= min) problems.fee = 'boundsBad'
  if (values.password !== '' && values.password.length < 6) problems.password = 'passwordBad'
  const state = stateAfter(what, channel)
  if (state === 'suspended') {
    for (const name of reasons) if (values[name].trim() === '') problems[name] = 'required'
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const password = dropsPassword ? '' : values.password === '' ? undefined : values.password
  return {
    ok: true,
    body: {
      ...(channel === undefined ? {} : { channelId: channel.channelId }),
      name: { tw: values.nameTw.trim(), en: values.nameEn.trim() },
      currency: values.currency,
      state,
      reason: state === 'suspended' ? { tw: values.reasonTw.trim(), en: values.reasonEn.trim() } : null,
      min: min.toString(),
      max: max.toString(),
      fee: fee.toString(),
      usualMinutes: Number(values.usual),
      ...(password === undefined ? {} : { password }),
      holder: values.holder.trim(),
      number: values.number.trim(),
      bankName: values.bankName.trim(),
      bankCode: values.bankCode.trim(),
      branch: values.branch.trim(),
      place: Number(values.place),
      why: values.why.trim(),
    },
  }
}
