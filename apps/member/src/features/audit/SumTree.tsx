import { auditTexts } from './texts/index.ts'
import styles from './BalanceProofView.module.css'

interface Props {
  readonly total: string
  readonly own: string
  readonly depth: number
  readonly pieces: number
  readonly kind: 'balances' | 'debts'
}

/** A picture of the way up: the shape is always the same, the figures are the member's. */
export const SumTree = ({ total, own, depth, pieces, kind }: Props) => {
  const texts = auditTexts.use().balance.tree
  return (
    <svg className={styles.tree} viewBox="0 0 326 176" role="img" aria-label={texts.label(own, depth, total)}>
      <path
        className={styles.lines}
        d="M163 26L82 70M82 70L42 116M163 26L244 70M244 70L204 116M244 70L284 116M42 116L22 156M42 116L62 156"
      />
      <path className={styles.way} d="M163 26L82 70L122 116L152 148" />
      <path
        className={styles.other}
        d="M222 60h44v20h-44zM22 106h40v20h-40zM184 106h40v20h-40zM264 106h40v20h-40zM8 150h28v14h-28zM48 150h28v14h-28z"
      />
      <path className={styles.node} d="M60 60h44v20h-44zM100 106h44v20h-44z" />
      <rect className={styles.node} x="43" y="4" width="240" height="30" rx="7" />
      <text className={styles.total} x="163" y="23">
        {texts.total[kind]} {total}
      </text>
      <rect className={styles.own} x="86" y="144" width="150" height="28" rx="7" />
      <text x="161" y="162">
        {texts.you} {own}
      </text>
      <text className={styles.aside} x="326" y="144">
        {texts.pieces(pieces)}
      </text>
      <text className={styles.aside} x="326" y="158">
        {texts.depth(depth)}
      </text>
      <text className={styles.aside} x="326" y="172">
        {texts.others}
      </text>
    </svg>
  )
}
