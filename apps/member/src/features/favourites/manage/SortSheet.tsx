import { Choices, Sheet } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'
import { favouritesTexts } from '../texts/index.ts'
import { sortings, type WatchSorting } from '../sortings.ts'
import styles from './GroupSheet.module.css'

interface Props {
  readonly sorting: WatchSorting
  readonly onChoose: (sorting: WatchSorting) => void
  readonly onClose: () => void
}

/** Chooses the sorting of the watch list. */
export const SortSheet = ({ sorting, onChoose, onClose }: Props) => {
  const texts = favouritesTexts.use().sort
  const { close } = shellTexts.use()
  return (
    <Sheet open onClose={onClose} title={texts.label} closeLabel={close}>
      <div className={styles.form}>
        <Choices
          label={texts.label}
          layout="rows"
          value={sorting}
          onChange={onChoose}
          items={sortings.map((value) => ({ value, title: texts[value] }))}
        />
      </div>
    </Sheet>
  )
}
