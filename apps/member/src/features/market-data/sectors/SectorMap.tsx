// The heat map: a list of buttons, drawn as tiles. Area is turnover, tint is change, and the sign is written.

import type { SectorData } from '@fairlot/contract/market-data'
import { cx } from '@fairlot/ui'
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage } from '@fairlot/app-shell/language'
import { directionOf, nameIn, pointsText, shortNameIn, signedPercentText } from '../lists/figures.ts'
import { useTurnoverText } from '../lists/use-turnover-text.ts'
import { emsOf, fitTiles, NOTE, type FittedTile } from './fit-tiles.ts'
import { sectorsTexts } from './texts/index.ts'
import styles from './SectorMap.module.css'

interface Props {
  readonly sectors: readonly SectorData[]
  readonly chosen: string
  readonly onChoose: (nameEn: string) => void
}

/** In rem. */
const HEIGHT = 26
const FIRST_WIDTH = 21.4

/** The width of the map in rem: phones differ, and members may enlarge their text. */
const useWidth = () => {
  const ref = useRef<HTMLUListElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () =>
      setWidth(element.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

/** Hundredths of a percent: from here on the tint does not grow. */
const FULL_TINT = 300

const tintOf = (points: number): string =>
  `${10 + Math.round((Math.min(Math.abs(points), FULL_TINT) / FULL_TINT) * 42)}%`

const styleOf = (points: number): CSSProperties => ({ '--tint': tintOf(points) }) as CSSProperties

export const SectorMap = ({ sectors, chosen, onChoose }: Props) => {
  const texts = sectorsTexts.use()
  const language = useLanguage()
  const turnoverText = useTurnoverText()
  const { ref, width } = useWidth()
  const traded = sectors.filter(({ turnover }) => turnover > 0)
  const changeText = ({ change }: SectorData) => (change === null ? texts.unknown : pointsText(change))
  const tiles = fitTiles(
    traded.map((sector) => ({
      name: texts.name(nameIn(language, sector)),
      change: changeText(sector),
      value: sector.turnover,
    })),
    width,
    HEIGHT,
  )
  const sum = (some: readonly SectorData[]) => some.reduce((total, { turnover }) => total + turnover, 0)
  const share = (sum(traded.slice(0, tiles.length)) / sum(traded)) * 100
  const count = (name: 'limitUp' | 'limitDown') => sectors.reduce((total, each) => total + each[name], 0)
  return (
    <>
      <ul ref={ref} className={styles.map} style={{ height: `${HEIGHT}rem` }} aria-label={texts.map}>
        {tiles.map((tile, at) => {
          const sector = traded[at]!
          const { nameEn, change, rising, flat, falling } = sector
          return (
            <li
              key={nameEn}
              className={styles.place}
              style={{
                left: `${(tile.left / width) * 100}%`,
                top: `${(tile.top / HEIGHT) * 100}%`,
                width: `${(tile.width / width) * 100}%`,
                height: `${(tile.height / HEIGHT) * 100}%`,
              }}
            >
              <button
                type="button"
                className={styles.tile}
                aria-pressed={nameEn === chosen}
                onClick={() => onChoose(nameEn)}
              >
                <span className="visually-hidden">
                  {texts.spoken({
                    name: nameIn(language, sector),
                    change: changeText(sector),
                    turnover: turnoverText(sector.turnover),
                    rising,
                    flat,
                    falling,
                  })}
                </span>
                <span
                  aria-hidden="true"
                  className={cx(styles.face, styles[tile.size], styles[directionOf(change ?? 0, 0)])}
                  style={styleOf(change ?? 0)}
                >
                  <b>{texts.name(nameIn(language, sector))}</b>
                  <span className="num">{changeText(sector)}</span>
                  <Notes sector={sector} tile={tile} />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <div className={cx('num', styles.scale)}>
        <span>{pointsText(-FULL_TINT).replace('.00', '')}</span>
        {[-3, -2, -1, 0, 1, 2, 3]
          .map((step) => (step * FULL_TINT) / 3)
          .map((points) => (
            <i key={points} className={styles[directionOf(points, 0)]} style={styleOf(points)} />
          ))}
        <span>{pointsText(FULL_TINT).replace('.00', '')}</span>
        <span className={styles.limits}>
          <span>{texts.limitUp(count('limitUp'))}</span>
          <span>{texts.limitDown(count('limitDown'))}</span>
        </span>
      </div>
      <p className={styles.shown}>{texts.shown(tiles.length, `${share.toFixed(1)}%`)}</p>
    </>
  )
}

/** A large tile also names its most traded stocks and its turnover, as far as they fit. */
const Notes = ({ sector, tile }: { sector: SectorData; tile: FittedTile }) => {
  const texts = sectorsTexts.use()
  const language = useLanguage()
  const turnover = texts.turnover(useTurnoverText()(sector.turnover))
  const inside = (tile.width - 1.25) / NOTE.font
  const lines = sector.leaders
    .map(({ last, reference, ...stock }) => ({
      symbol: stock.symbol,
      name: shortNameIn(language, stock),
      change: last === null ? texts.unknown : signedPercentText(last, reference),
    }))
    .filter(({ name, change }) => emsOf(name) + 1 + emsOf(change) <= inside)
    .slice(0, Math.max(0, tile.notes - 1))
  if (tile.notes === 0) return null
  return (
    <>
      {lines.length === 0 ? null : (
        <span className={styles.leaders}>
          {lines.map(({ symbol, name, change }) => (
            <span key={symbol} className={styles.leader}>
              <span>{name}</span>
              <span className="num">{change}</span>
            </span>
          ))}
        </span>
      )}
      {emsOf(turnover) <= inside ? <small className="num">{turnover}</small> : null}
    </>
  )
}
