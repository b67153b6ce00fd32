// Sends an order or a withdrawal exactly once. Its id and body are stored before the first byte is sent. Whatever happens
// to the connection or the page, the same one is looked up or sent again under the same id, and the server accepts it once.

import { createStore } from '@fairlot/ui/store'
import type { Refused } from '../client.ts'

/** The fields that can hold the id, which the phone creates. */
export type IdField<Body> = {
  [Field in keyof Body]-?: Body[Field] extends string ? Field : never
}[keyof Body]

export interface Pending<Body> {
  readonly account: string
  readonly body: Body
  /** The displayed name of the instrument, for messages after a reload. */
  readonly name: string
  /** When it was last sent from this phone. */
  readonly sentAt: number
}

export type Phase =
  | 'sending'
  /** It was sent, and no answer came. */
  | 'unknown'
  /** The server was asked late enough: the order never arrived. */
  | 'missing'

export interface Sending<Body> extends Pending<Body> {
  readonly phase: Phase
}

export type Outcome =
  | { readonly kind: 'placed'; readonly id: string }
  | { readonly kind: 'refused'; readonly refused: Refused }
  /** Not accepted, but the same request can be tried again. */
  | { readonly kind: 'busy' }

/** Returns whether it has notified the member; otherwise the next listener is called. */
export type OutcomeListener<Body> = (outcome: Outcome, pending: Pending<Body>) => boolean
/** Notifies the member when no screen has. */
export type UnheardListener<Body> = (outcome: Outcome, pending: Pending<Body>) => void

/** An interrupted request can still arrive within this time; only after that is "never arrived" certain. */
export const ARRIVES_WITHIN_MS = 12_000
const ASK_EVERY_MS = 1_500

export interface SendingHost<Body> {
  readonly idField: IdField<Body>
  place(body: Body): Promise<PlaceAnswer>
  /** Whether the server has it; undefined when the server could not be asked. */
  isTaken(id: string): Promise<boolean | undefined>
  isOnline(): boolean
  account(): string | undefined
  read(): string | null
  write(text: string | null): void
  now(): number
  /** Resolves after the time, or sooner when the network comes back. */
  wait(ms: number): Promise<void>
}

export type PlaceAnswer =
  | { readonly kind: 'placed' }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'unanswered' }

const parse = <Body>(text: string | null, idField: IdField<Body>): Pending<Body> | undefined => {
  if (text === null) return undefined
  try {
    const pending = JSON.parse(text) as Partial<Pending<Body>> | null
    return typeof pending?.account === 'string' && typeof pending.body?.[idField] === 'string'
      ? (pending as Pending<Body>)
      : undefined
  } catch {
    return undefined
  }
}

/** Whether a refusal is final: the order was checked and does not exist. 500 is undecided, 503 means try again. */
const verdictOf = (refused: Refused): 'refused' | 'busy' | 'unknown' =>
  refused.status === 503 ? 'busy' : refused.status === 500 ? 'unknown' : 'refused'

const idOf = <Body>({ body }: Pending<Body>, idField: IdField<Body>): string => String(body[idField])

export const sendOnce = <Body>(host: SendingHost<Body>) => {
  const state = createStore<Sending<Body> | null>(null)
  const listeners = new Set<OutcomeListener<Body>>()
  const unheard = new Set<UnheardListener<Body>>()
  /** Counts attempts: an answer to an earlier attempt is ignored. */
  let attempt = 0

  const stop = (): void => {
    attempt += 1
    state.set(null)
  }

  const end = (outcome: Outcome, pending: Pending<Body>): void => {
    // A busy server has not accepted it; the same id is used if the member tries again.
    if (outcome.kind !== 'busy') host.write(null)
    stop()
    // Newest first: the screen that sent it, if it is still open. Only then the page, which may have begun to listen later
    // than that screen: a confirmation that does not hear of its order would stay open and could send another.
    for (const listener of [...listeners].toReversed()) if (listener(outcome, pending)) return
    for (const listener of unheard) listener(outcome, pending)
  }

  const ask = async (pending: Pending<Body>): Promise<void> => {
    const mine = ++attempt
    state.set({ ...pending, phase: 'unknown' })
    for (;;) {
      const asked = host.now()
      const isTaken = host.isOnline() ? await host.isTaken(idOf(pending, host.idField)) : undefined
      if (mine !== attempt) return
      if (isTaken === true) return end({ kind: 'placed', id: idOf(pending, host.idField) }, pending)
      if (isTaken === false && asked - pending.sentAt > ARRIVES_WITHIN_MS) {
        state.set({ ...pending, phase: 'missing' })
        return
      }
      await host.wait(ASK_EVERY_MS)
      if (mine !== attempt) return
    }
  }

  const send = async (order: Omit<Pending<Body>, 'sentAt'>): Promise<void> => {
    const mine = ++attempt
    const pending: Pending<Body> = { ...order, sentAt: host.now() }
    host.write(JSON.stringify(pending))
    state.set({ ...pending, phase: 'sending' })
    const answer = await host.place(pending.body)
    if (mine !== attempt) return
    if (answer.kind === 'placed') return end({ kind: 'placed', id: idOf(pending, host.idField) }, pending)
    const verdict = answer.kind === 'unanswered' ? 'unknown' : verdictOf(answer.refused)
    if (answer.kind === 'refused' && verdict === 'refused')
      return end({ kind: 'refused', refused: answer.refused }, pending)
    if (verdict === 'busy') return end({ kind: 'busy' }, pending)
    return ask({ ...pending, sentAt: host.now() })
  }

  return {
    state,
    onOutcome: (listener: OutcomeListener<Body>): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onUnheardOutcome: (listener: UnheardListener<Body>): (() => void) => {
      unheard.add(listener)
      return () => void unheard.delete(listener)
    },
    send: (body: Body, name: string): Promise<void> => send({ account: host.account() ?? '', body, name }),
    /** Sends the same order again, under the same id. */
    again: (): Promise<void> => {
      const pending = state.get() ?? parse<Body>(host.read(), host.idField)
      return pending === undefined || pending.account !== host.account()
        ? Promise.resolve()
        : send({ account: pending.account, body: pending.body, name: pending.name })
    },
    /** Discarded by the member, after the server has said that it never arrived. */
    drop: (): void => {
      host.write(null)
      stop()
    },
    /** After a reload: asks the server about the order being sent. */
    resume: (): void => {
      const pending = parse<Body>(host.read(), host.idField)
      if (state.get() !== null || pending === undefined || pending.account !== host.account()) return
      void ask(pending)
    },
    /** The member signed out, or another one signed in. */
    forget: stop,
  }
}

export type Sender<Body> = ReturnType<typeof sendOnce<Body>>
