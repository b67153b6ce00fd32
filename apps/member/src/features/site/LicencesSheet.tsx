import { Sheet, TextLink } from '@fairlot/ui'
import { licences } from 'virtual:licences'
import { shellTexts } from '#shell/texts/index.ts'
import { siteTexts } from './texts/index.ts'
import styles from './LicencesSheet.module.css'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
}

export const LicencesSheet = ({ open, onClose }: Props) => {
  const texts = siteTexts.use().about
  const { close } = shellTexts.use()
  return (
    <Sheet open={open} onClose={onClose} title={texts.licencesTitle} closeLabel={close}>
      <p className={styles.lead}>{texts.licencesText(licences.length)}</p>
      <ul className={styles.list}>
        {licences.map(({ name, version, licence }) => (
          <li key={name}>
            <span>
              {name} <span className={styles.version}>{version}</span>
            </span>
            <span className={styles.licence}>{licence}</span>
          </li>
        ))}
      </ul>
      <TextLink href={`${window.location.origin}/licences.txt`}>{texts.licencesAll}</TextLink>
    </Sheet>
  )
}
