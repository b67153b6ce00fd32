// The sectors of the market: a map by turnover, the stocks of the chosen one, and the list of all.

import type { SectorData } from '@fairlot/contract/market-data'
import { ChangePill, Empty, Icon, Link, StatePill, Triangle } from '@fairlot/ui'
import { useRef, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { Bones } from '../lists/Bones.tsx'
import { FeedNote } from '../lists/FeedNote.tsx'
import { directionOf, nameIn, pointsText } from '../lists/figures.ts'
import { SessionLine } from '../lists/SessionLine.tsx'
import { SORT_EVERY_MS } from '../lists/sort-every.ts'
import { listsTexts } from '../lists/texts/index.ts'
import { useHeld } from '../lists/use-held.ts'
import { useTurnoverText } from '../lists/use-turnover-text.ts'
import { SectorMap } from './SectorMap.tsx'
import { sectorPath } from './sector-path.ts'
import { SectorStocks } from './SectorStocks.tsx'
import { sectorsTexts } from './texts/index.ts'
import styles from './SectorsTab.module.css'

export const SectorsTab = () => {
  const shell = shellTexts.use()
  const area = useRef<HTMLDivElement>(null)
  const held = useHeld(area)
  const read = useRead('/market/listSectors', {}, { every: held ? false : SORT_EVERY_MS, quiet: true })
  return (
    <div ref={area}>
      <FeedNote onRetry={() => void read.refetch()} empty={read.data === undefined} />
      <SessionLine counts={read.data === undefined ? undefined : breadthOf(read.data.sectors)} />
      <Answered read={read} skeleton={<Bones label={shell.loading} />}>
        {({ sectors }) => <Sectors sectors={sectors} />}
      </Answered>
    </div>
  )
}

const breadthOf = (sectors: readonly SectorData[]) => {
  const sum = (name: 'rising' | 'flat' | 'falling') => sectors.reduce((total, each) => total + each[name], 0)
  return { rising: sum('rising'), flat: sum('flat'), falling: sum('falling') }
}

const Sectors = ({ sectors }: { sectors: readonly SectorData[] }) => {
  const texts = sectorsTexts.use()
  const shell = shellTexts.use()
  const [chosen, setChosen] = useState<string>()
  const sector = sectors.find(({ nameEn }) => nameEn === chosen) ?? sectors[0]
  if (sector === undefined) return <Empty nothing={shell.nothing} text={texts.none} icon="market" />
  const isQuiet = sectors.every(({ turnover }) => turnover === 0)
  return (
    <>
      {isQuiet ? (
        <p className={styles.rule}>{texts.quiet}</p>
      ) : (
        <>
          <p className={styles.legend}>{texts.legend}</p>
          <SectorMap sectors={sectors} chosen={sector.nameEn} onChoose={setChosen} />
          <SectorStocks sector={sector} />
        </>
      )}
      <h2 className={styles.heading}>{texts.all}</h2>
      <p className={styles.rule}>
        <Icon name="info" size={0.875} />
        {texts.rule}
      </p>
      <ul className={styles.list} aria-label={texts.all}>
        {sectors.map((each) => (
          <li key={each.nameEn}>
            <SectorLine sector={each} />
          </li>
        ))}
      </ul>
    </>
  )
}

const SectorLine = ({ sector }: { sector: SectorData }) => {
  const texts = sectorsTexts.use()
  const lists = listsTexts.use()
  const language = useLanguage()
  const turnoverText = useTurnoverText()
  const { change, rising, flat, falling } = sector
  return (
    <Link href={sectorPath(sector.nameEn)} className={styles.line}>
      <span className={styles.texts}>
        <span className={styles.name}>{nameIn(language, sector)}</span>
        <span className={styles.caption}>{texts.turnover(turnoverText(sector.turnover))}</span>
      </span>
      <span className={styles.breadth}>
        <span className={styles.up}>
          <Triangle direction="up" />
          <span className="visually-hidden">{texts.breadth.rising} </span>
          {rising}
        </span>
        <span>
          <span className="visually-hidden">{texts.breadth.flat} </span>
          {flat}
        </span>
        <span className={styles.down}>
          <Triangle direction="down" />
          <span className="visually-hidden">{texts.breadth.falling} </span>
          {falling}
        </span>
      </span>
      {change === null ? (
        <StatePill>{lists.untradedPill}</StatePill>
      ) : (
        <ChangePill
          direction={directionOf(change, 0)}
          text={pointsText(Math.abs(change)).replace('+', '')}
          spoken={lists.directions[directionOf(change, 0)]}
        />
      )}
    </Link>
  )
}
