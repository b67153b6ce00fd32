import { Button, Row, Sheet } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'
import { favouritesTexts } from '../texts/index.ts'
import { manageTexts } from './texts/index.ts'
import styles from './GroupSheet.module.css'

interface Group {
  readonly id: string
  readonly name: string
  readonly symbols: readonly string[]
}

interface Props {
  readonly open: boolean
  readonly groups: readonly Group[]
  readonly onClose: () => void
  readonly onChoose: (group: Group) => void
  readonly onNew: () => void
}

/** Chooses the group for the selected stocks. */
export const ChooseGroupSheet = ({ open, groups, onClose, onChoose, onNew }: Props) => {
  const texts = manageTexts.use()
  const { newGroup } = favouritesTexts.use()
  const { close } = shellTexts.use()
  return (
    <Sheet open={open} onClose={onClose} title={texts.group.choose} closeLabel={close}>
      <div className={styles.form}>
        {groups.length === 0 ? <p className="lead">{texts.group.none}</p> : null}
        <div>
          {groups.map((group) => (
            <Row
              key={group.id}
              title={group.name}
              value={texts.group.count(group.symbols.length)}
              onPress={() => onChoose(group)}
            />
          ))}
        </div>
        <Button kind="quiet" icon="plus" wide onPress={onNew}>
          {newGroup}
        </Button>
      </div>
    </Sheet>
  )
}
