import { formatMoney } from '@fairlot/money'
import { walkSteps } from '@fairlot/proof'
import { StatusChip, Timeline } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { DetailPart } from '#kit/Detail.tsx'
import { fullMoment } from '#shell/format.ts'
import { sha256 } from '#shell/voting-key.ts'
import { grouped, type Inspected } from './order-text.ts'
import { ordersTexts } from './texts/index.ts'
import type { OrdersTexts } from './texts/tw.ts'
import styles from './Orders.module.css'

type Step = Inspected['steps'][number]

interface OrderStepsProps {
  readonly orderId: string
  readonly steps: readonly Step[]
}

/** The steps with the actor of each, and whether their hashes form one chain. */
export function OrderSteps({ orderId, steps }: OrderStepsProps) {
  const texts = ordersTexts.use()
  const isGood = useChecked(orderId, steps)
  const { chain } = texts.pane
  return (
    <DetailPart title={texts.pane.steps} aside={texts.pane.zone}>
      <Timeline
        steps={steps.map((step) => ({
          key: String(step.n),
          state: step.what === 'refused' ? 'bad' : 'done',
          title: `${texts.actors[step.who]} · ${texts.steps[step.what]}`,
          caption: captionOf(step, texts),
          time: fullMoment(step.at).slice(5, 19),
        }))}
      />
      <p className={styles.chain}>
        <StatusChip tone={isGood === undefined ? 'neutral' : isGood ? 'brand' : 'crit'}>
          {isGood === undefined ? chain.checking : isGood ? chain.good : chain.bad}
        </StatusChip>
      </p>
    </DetailPart>
  )
}

/** Undefined while the hashes are computed. */
function useChecked(orderId: string, steps: readonly Step[]): boolean | undefined {
  const [isGood, setGood] = useState<boolean>()
  useEffect(() => {
    let isHere = true
    const check = async () => {
      const walked = await walkSteps(async (bytes) => new Uint8Array(await sha256(bytes)), orderId, steps)
      if (isHere) setGood(!('fault' in walked))
    }
    void check()
    return () => {
      isHere = false
    }
  }, [orderId, steps])
  return isGood
}

const moneyFields: ReadonlySet<string> = new Set(['cash', 'fee', 'tax', 'borrowFee', 'released'])
const countFields: ReadonlySet<string> = new Set(['shares', 'quantity', 'left', 'event'])

/** The known fields of the hashed JSON; zeros are left out. */
function captionOf({ data }: Step, texts: OrdersTexts): string {
  return Object.entries(fieldsOf(data))
    .filter(
      ([name, value]) => texts.data[name] !== undefined && value !== 0 && value !== '0' && value !== null,
    )
    .map(([name, value]) => `${texts.data[name]} ${valueText(name, value, texts)}`)
    .join(' · ')
}

const fieldsOf = (data: string): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(data)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

function valueText(name: string, value: unknown, texts: OrdersTexts): string {
  if (moneyFields.has(name) && typeof value === 'string' && /^-?\d{1,30}$/.test(value))
    return formatMoney(value)
  if (name === 'price' && typeof value === 'number') return formatMoney(BigInt(value))
  if (countFields.has(name) && typeof value === 'number') return grouped(value)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return texts.reasons[text] ?? text
}
