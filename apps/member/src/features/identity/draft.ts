// What was typed into the identity form, so that a reload does not lose it. Only in this tab, only for this member, never
// the pictures. Logging out deletes it, and so does sending the form.

import type { IdentityDocument } from '@fairlot/contract/identity'
import { currentSession } from '#shell/session.ts'
import { tabStorage } from '#shell/storage.ts'

export interface IdentityDraft {
  readonly document: IdentityDocument
  readonly step: 0 | 1
  readonly name: string
  readonly number: string
  readonly birthDate: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 50

/** Undefined for another member, and for anything that is not a draft. */
export const draftFrom = (text: string | null, account: string): IdentityDraft | undefined => {
  if (text === null) return undefined
  try {
    const kept = JSON.parse(text) as Partial<IdentityDraft & { account: string }> | null
    if (kept?.account !== account || account === '') return undefined
    const { document, step, name, number, birthDate } = kept
    const isDocument =
      document === 'national-id' || document === 'resident-certificate' || document === 'passport'
    if (!isDocument || !isText(name) || !isText(number) || !isText(birthDate)) return undefined
    return { document, step: step === 1 ? 1 : 0, name, number, birthDate }
  } catch {
    return undefined
  }
}

const account = () => currentSession()?.account ?? ''

export const readDraft = (): IdentityDraft | undefined =>
  draftFrom(tabStorage.read('identity-draft'), account())

export const keepDraft = (draft: IdentityDraft): void =>
  tabStorage.write('identity-draft', JSON.stringify({ account: account(), ...draft }))

export const dropDraft = (): void => tabStorage.write('identity-draft', null)
