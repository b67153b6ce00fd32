import { cx, Icon } from '@fairlot/ui'
import { useEffect } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { announce } from '#shell/announce.ts'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { canCheck } from '@fairlot/app-shell/browser-tools'
import { formatCount } from './format.ts'
import { auditTexts } from './texts/index.ts'
import { useVerification, type Verification } from './use-verification.ts'
import styles from './ChainStrip.module.css'

/** The last day of the chain in half hours, and the button that recomputes the whole chain in this browser. */
export function ChainStrip() {
  const texts = auditTexts.use().chain
  const read = useRead('/audit/chain', {}, { every: 30_000 })
  const { state, start, stop } = useVerification()
  useEffect(() => {
    if (state.at !== 'done') return
    const { verdict } = state
    announce(
      verdict.ok
        ? texts.done(formatCount(Number(verdict.head.sequence)))
        : texts.broken(formatCount(verdict.sequence)),
    )
  }, [state, texts])
  const { data } = read
  if (data === undefined) return <div className={styles.strip} aria-busy="true" />
  const isBroken = state.at === 'done' && !state.verdict.ok
  const written = data.segments.filter(({ last }) => last !== null)
  return (
    <section className={cx(styles.strip, isBroken && styles.broken)} aria-label={texts.last}>
      <Icon name={isBroken ? 'warning' : 'shield-check'} size={1.125} className={styles.sign} />
      <div className={styles.texts}>
        <b role="status">{titleOf(state, data.sequence, texts)}</b>
        <small className="num">
          {lineOf(state, texts) ??
            (data.checkpoint === null ? texts.unsigned : texts.signed(momentText(data.checkpoint.signedAt)))}
        </small>
      </div>
      <div className={styles.day}>
        <div
          className={styles.bars}
          role="img"
          aria-label={texts.strip(written.filter(({ signed }) => signed).length, written.length)}
        >
          {data.segments.map(({ from, first, last, signed }, index) => (
            <i
              key={from}
              className={cx(
                last === null ? styles.empty : signed ? styles.signed : styles.open,
                index === data.segments.length - 1 && styles.now,
                isChecked(state, last) && styles.checked,
                isFaulty(state, first, last) && styles.faulty,
              )}
            />
          ))}
        </div>
        <div className={styles.ends} aria-hidden="true">
          <span>{texts.from}</span>
          <span>{texts.strip(written.filter(({ signed }) => signed).length, written.length)}</span>
          <span>{texts.now}</span>
        </div>
      </div>
      <div className={styles.last}>
        <small>{texts.last}</small>
        <span className="num">
          {data.lastVerified === null
            ? texts.never
            : data.lastVerified.ok
              ? texts.lastLine(momentText(data.lastVerified.at), String(data.lastVerified.seconds))
              : texts.lastBad(momentText(data.lastVerified.at))}
        </span>
      </div>
      {state.at === 'running' ? (
        <ConsoleButton kind="outline" onPress={stop}>
          {texts.stop}
        </ConsoleButton>
      ) : (
        <ConsoleButton disabled={!canCheck()} onPress={() => void start(data.sequence)}>
          {texts.start}
        </ConsoleButton>
      )}
    </section>
  )
}

type Texts = ReturnType<typeof auditTexts.use>['chain']

const titleOf = (state: Verification, sequence: number, texts: Texts): string => {
  if (state.at === 'running') return texts.running(formatCount(state.sequence), formatCount(sequence))
  if (state.at !== 'done') return texts.stands(formatCount(sequence))
  return state.verdict.ok
    ? texts.whole(formatCount(Number(state.verdict.head.sequence)))
    : texts.broken(formatCount(state.verdict.sequence))
}

const lineOf = (state: Verification, texts: Texts): string | undefined => {
  if (state.at === 'failed') return texts.failed
  if (state.at !== 'done') return undefined
  const { verdict } = state
  if (!verdict.ok) return texts.faults[verdict.fault]
  return verdict.canSign ? texts.found(verdict.signatures, String(state.seconds)) : texts.noSignatures
}

const isChecked = (state: Verification, last: number | null): boolean =>
  last !== null &&
  (state.at === 'running'
    ? last <= state.sequence
    : state.at === 'done' && last <= Number(state.verdict.head.sequence))

const isFaulty = (state: Verification, first: number | null, last: number | null): boolean =>
  state.at === 'done' &&
  !state.verdict.ok &&
  first !== null &&
  last !== null &&
  first <= state.verdict.sequence &&
  state.verdict.sequence <= last
