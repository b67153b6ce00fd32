import { auditTexts } from './texts/index.ts'
import styles from './BalanceProofView.module.css'

interface Props {
  readonly total: string
  readonly own: string
  readonly depth: number
  readonly pieces: number
  readonly kind: 'balances' | 'debts'
}

/** A picture of the path to the root: the shape is always the same, the figures are the member's. */
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
        d="M225 63h38v14h-38zM25 109h34v14h-34zM187 109h34v14h-34zM267 109h34v14h-34zM11 153h22v8h-22zM51 153h22v8h-22z"
      />
      <path className={styles.node} d="M63 63h38v14h-38zM103 109h38v14h-38zM46 7h234v24h-234z" />
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
