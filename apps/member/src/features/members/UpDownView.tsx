// Red up or green up, with a preview of a rising and a falling price.

import { Choices, Delta } from '@fairlot/ui'
import { setUpDown, upDowns, useUpDown, type UpDown } from '#shell/appearance.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { membersTexts } from './texts/index.ts'
import styles from './UpDownView.module.css'

export const UpDownView = () => {
  const all = membersTexts.use()
  const texts = all.upDown
  const upDown = useUpDown()
  return (
    <RouteScreen>
      <p className={styles.lead}>{texts.lead}</p>
      <Choices
        label={all.setting.upDown}
        value={upDown}
        onChange={setUpDown}
        items={upDowns.map((value) => ({
          value,
          title: all.setting.upDowns[value],
          caption: texts.captions[value],
          preview: <Preview convention={value} />,
        }))}
      />
    </RouteScreen>
  )
}

/** Shows its own convention whichever is in force: the colours are set on the element. */
const Preview = ({ convention }: { convention: UpDown }) => {
  const texts = membersTexts.use().upDown
  return (
    <span className={convention === 'tw' ? styles.tw : styles.west}>
      <span className={styles.row}>
        {texts.rising}
        <Delta direction="up" text="1.66%" spoken={texts.up} />
      </span>
      <span className={styles.row}>
        {texts.falling}
        <Delta direction="down" text="1.02%" spoken={texts.down} />
      </span>
    </span>
  )
}
