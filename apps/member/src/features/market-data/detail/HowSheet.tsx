import { Sheet } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'
import { moreTexts } from './texts/more/index.ts'
import styles from './HowSheet.module.css'

/** How simulated prices are made. */
export const HowSheet = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => {
  const { how } = moreTexts.use()
  const { close } = shellTexts.use()
  return (
    <Sheet open={open} onClose={onClose} title={how.title} closeLabel={close}>
      {(['book', 'seats', 'rules', 'history', 'names'] as const).map((part) => (
        <section key={part} className={styles.part}>
          <h3>{how[part].title}</h3>
          <p>{how[part].text}</p>
        </section>
      ))}
    </Sheet>
  )
}
