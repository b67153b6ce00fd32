import { Evidence, Hash, LinkButton } from '@fairlot/ui'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { offerDrawPath } from '#shell/paths.ts'
import { newSharesTexts } from '../texts/index.ts'
import styles from '../NewShares.module.css'

const ends = 8

/** The fingerprint of the secret, published before the first application. */
export const Commitment = ({ offerId, drawId }: { readonly offerId: string; readonly drawId: string }) => {
  const texts = newSharesTexts.use().commitment
  const moment = useMoment()
  const draw = useRead('/draws/detail', { drawId }, { quiet: true }).data?.draw
  if (draw === undefined) return null
  const { commitment } = draw
  return (
    <Evidence title={texts.title} verdict={texts.at(moment(draw.announcedAt))}>
      <div className={styles.proof}>
        <p>{texts.text}</p>
        <p className={styles.small}>{texts.hash}</p>
        <Hash
          text={`${commitment.slice(0, ends)} … ${commitment.slice(-ends)}`}
          full={commitment}
          copy={{ copy: texts.copy, copied: texts.copied, failed: texts.failed }}
        />
        <p className={styles.small}>{texts.void(moment(draw.fallbackReleaseBy))}</p>
        <LinkButton kind="quiet" wide href={offerDrawPath(offerId)}>
          {texts.open}
        </LinkButton>
      </div>
    </Evidence>
  )
}
