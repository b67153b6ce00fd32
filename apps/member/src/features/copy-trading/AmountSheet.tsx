// Another amount behind the mentor: more is held by the rules of a follow, less releases what is not in shares.

import { Button, Note, Sheet, SkeletonRows, Stepper, useOnce } from '@fairlot/ui'
import { formatMoney, parseMoney } from '@fairlot/money'
import { amountRefusal } from '@fairlot/rules/copy-trading'
import { useRef, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { showToast } from '#shell/toasts.ts'
import { cash, copiesMoved, type Copy, inCopiesOf, type Terms } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

interface Props {
  readonly copy: Copy
  readonly onClose: () => void
}

const step = 1_000_000
/** Above the largest amount of the contract, and exact as a number. */
const maxTyped = 100_000_000_000_000n

export const AmountSheet = ({ copy, onClose }: Props) => {
  const texts = copyTradingTexts.use().change
  const { close, loading } = shellTexts.use()
  const { product, mentor } = copy
  const read = useRead('/copy-trading/terms', {
    mentorId: mentor.mentorId,
    ...(product === null ? {} : { productId: product.productId }),
  })
  if (read.data !== undefined) return <Filled copy={copy} onClose={onClose} terms={read.data} />
  const skeleton = <SkeletonRows label={loading} count={3} />
  return (
    <Sheet open onClose={onClose} title={texts.title} closeLabel={close}>
      <Answered read={read} skeleton={skeleton}>
        {() => skeleton}
      </Answered>
    </Sheet>
  )
}

/** The same amount counts as a change of the key: a lost answer is sent again as the same request. */
const useChange = ({ copy, onClose }: Props, amount: bigint) => {
  const texts = copyTradingTexts.use().change
  const sent = useRef<{ readonly amount: bigint; readonly key: string }>(undefined)
  return useOnce(async () => {
    if (sent.current?.amount !== amount) sent.current = { amount, key: newIdempotencyKey() }
    const answer = await call(
      '/copy-trading/changeAmount',
      { copyId: copy.copyId, amount: amount.toString() },
      { idempotencyKey: sent.current.key },
    )
    if (!answer.ok && answer.why !== 'refused') return
    sent.current = undefined
    await copiesMoved()
    showToast(answer.ok ? { text: texts.done, tone: 'done' } : { text: texts.refused, tone: 'crit' })
    if (answer.ok) onClose()
  })
}

const Filled = ({ copy, terms, onClose }: Props & { readonly terms: Terms }) => {
  const all = copyTradingTexts.use()
  const texts = all.change
  const { close } = shellTexts.use()
  const hidden = useHideAmounts()
  const [typed, setTyped] = useState(Number(copy.amount))
  const [isUnread, setUnread] = useState(false)
  const money = (amount: bigint): string => (hidden ? '••••' : formatMoney(amount))
  const before = BigInt(copy.amount)
  const amount = BigInt(typed)
  const spent = before - BigInt(copy.held)
  const against = useProblem({ copy, terms, amount })
  const problem = isUnread ? all.start.unreadable : against
  const { run, busy } = useChange({ copy, onClose }, amount)
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.title}
      closeLabel={close}
      footer={
        <Button
          wide
          loading={busy}
          disabled={problem !== undefined || amount === before}
          reason={amount === before ? texts.same : problem}
          onPress={run}
        >
          {texts.save(cash(amount))}
        </Button>
      }
    >
      <div className={styles.panel}>
        <p className={styles.line}>
          <span>{texts.now(money(before))}</span>
          <span className={styles.small}>{all.start.available(money(BigInt(terms.available)))}</span>
        </p>
        <Stepper
          label={texts.new}
          value={typed}
          onChange={(next) => {
            setUnread(false)
            setTyped(next)
          }}
          min={0}
          max={Number(terms.maxFollow)}
          step={step}
          loose
          format={(value) => formatMoney(BigInt(value))}
          parse={(text) => {
            const parsed = parseMoney(text.replaceAll(',', ''))
            return parsed.ok && parsed.value >= 0n && parsed.value <= maxTyped
              ? Number(parsed.value)
              : undefined
          }}
          onUnreadable={() => setUnread(true)}
          texts={{ less: all.start.less, more: all.start.more }}
          error={problem}
        />
        {amount > before ? <p className={styles.small}>{texts.more(money(amount - before))}</p> : null}
        {amount < before ? <p className={styles.small}>{texts.less(money(before - amount))}</p> : null}
        {spent > 0n ? <Note>{texts.invested(money(spent))}</Note> : null}
      </div>
    </Sheet>
  )
}

/** Why it cannot be this amount; the rules of the server. */
function useProblem({
  copy,
  terms,
  amount,
}: {
  readonly copy: Copy
  readonly terms: Terms
  readonly amount: bigint
}): string | undefined {
  const all = copyTradingTexts.use()
  const before = BigInt(copy.amount)
  const spent = before - BigInt(copy.held)
  const minFollow = BigInt(terms.minFollow ?? '0')
  if (amount === before) return undefined
  const least = spent > minFollow ? spent : minFollow
  if (amount < before) return amount < least ? all.change.below(formatMoney(least)) : undefined
  const refusal = amountRefusal({
    amount,
    before,
    minFollow,
    inCopies: inCopiesOf(terms),
    equity: BigInt(terms.equity),
    available: BigInt(terms.available),
  })
  if (refusal === undefined) return undefined
  const limit = formatMoney(refusal.limit)
  return refusal.code === 'follow.above-maximum'
    ? all.change.atOnce(limit)
    : all.start.limits[refusal.code](limit)
}
