import { Avatar, cx, Row } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { useHideAmounts } from '#shell/appearance.ts'
import { type Copy, copyPath, resultShare, signedMoney, toneOf } from './copy.ts'
import { CopyChip } from './CopyChip.tsx'
import { Story } from './Story.tsx'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

/** One copy in a list, with the way to it. */
export const CopyRow = ({ copy }: { readonly copy: Copy }) => {
  const texts = copyTradingTexts.use().records
  const language = useLanguage()
  const hidden = useHideAmounts()
  const { mentor, product } = copy
  const money = hidden ? '••••' : formatMoney(copy.amount)
  return (
    <Row
      href={copyPath(copy.copyId)}
      leading={<Avatar name={mentor.name} />}
      title={
        <>
          {product === null ? mentor.name : product.name[language]} <CopyChip copy={copy} />
        </>
      }
      caption={
        <span className={styles.caption}>
          <span>{copy.state === 'under-review' ? texts.held(money) : texts.put(money)}</span>
          <Story copy={copy} />
        </span>
      }
      value={<Result copy={copy} />}
      chevron={false}
    />
  )
}

/** What it has gained or lost so far; without a purchase there is nothing to gain. */
const Result = ({ copy }: { readonly copy: Copy }) => {
  const texts = copyTradingTexts.use().records
  const hidden = useHideAmounts()
  if (copy.cost === '0')
    return <span className={styles.small}>{copy.endedAt === null ? texts.notYetIn : texts.neverIn}</span>
  const tone = styles[toneOf(copy.result)]
  return (
    <span className={cx(styles.two, styles.result, 'num')}>
      <strong className={tone}>{hidden ? '••••' : signedMoney(copy.result)}</strong>
      <span className={tone}>{hidden ? '••••' : resultShare(copy)}</span>
    </span>
  )
}
