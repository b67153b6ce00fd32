// 開盤順序抽籤: the draws of the last openings, each checked on this phone.

import { browserTools, canCheck } from '@fairlot/app-shell/browser-tools'
import type { DataOf } from '@fairlot/contract'
import { isOpeningDraw, type ReadRandomness } from '@fairlot/proof'
import { Button, Card, Note, Row, Section, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { useRead } from '#shell/data.ts'
import { drawsTexts } from './texts/index.ts'
import styles from './Draws.module.css'

type Opening = DataOf<'/draws/openings'>['openings'][number]
type Verdict = 'right' | 'wrong' | 'none'
type Checked = 'ready' | 'running' | 'impossible' | 'failed' | ReadonlyMap<string, Verdict>

async function check(openings: readonly Opening[]): Promise<ReadonlyMap<string, Verdict>> {
  const { randomnessOf } = await import('@fairlot/proof/beacon')
  const { sha256 } = browserTools
  const tools = {
    sha256,
    randomness: ((chain, round) => randomnessOf(sha256, chain, round)) satisfies ReadRandomness,
  }
  const verdicts = new Map<string, Verdict>()
  for (const { date, opensAt, draw } of openings) {
    if (draw === null) verdicts.set(date, 'none')
    else
      verdicts.set(
        date,
        (await isOpeningDraw(tools, { date, opensAtMs: Date.parse(opensAt), ...draw })) ? 'right' : 'wrong',
      )
  }
  return verdicts
}

const tones = { right: 'brand', wrong: 'crit', none: 'neutral' } as const

export const OpeningDraws = () => {
  const texts = drawsTexts.use().openings
  const { data } = useRead('/draws/openings', {}, { quiet: true })
  const [checked, setChecked] = useState<Checked>('ready')
  if (data === undefined || data.openings.length === 0) return null
  const { openings } = data
  const run = async (): Promise<void> => {
    if (!canCheck()) return setChecked('impossible')
    setChecked('running')
    try {
      setChecked(await check(openings))
    } catch {
      setChecked('failed')
    }
  }
  return (
    <Section title={texts.title} small>
      <div className={styles.parts}>
        <p className={styles.small}>{texts.text}</p>
        <Card rows>
          {openings.map((opening) => {
            const verdict = typeof checked === 'object' ? checked.get(opening.date) : undefined
            return (
              <Row
                key={opening.date}
                title={opening.date}
                caption={captionOf(opening, texts.source)}
                value={
                  verdict === undefined ? null : (
                    <StatusChip tone={tones[verdict]}>{texts.verdicts[verdict]}</StatusChip>
                  )
                }
              />
            )
          })}
        </Card>
        {checked === 'impossible' || checked === 'failed' ? <Note tone="crit">{texts[checked]}</Note> : null}
        <Button kind="quiet" loading={checked === 'running'} onPress={() => void run()}>
          {checked === 'running' ? texts.checking : texts.check}
        </Button>
        <p className={styles.small}>{texts.limit}</p>
      </div>
    </Section>
  )
}

function captionOf(
  { source, draw }: Opening,
  texts: ReturnType<typeof drawsTexts.now>['openings']['source'],
): string {
  if (source === 'none' || draw === null) return texts.none
  const round = draw.round.toLocaleString('en-US')
  if (source === 'fallback') return texts.fallback(round)
  return draw.chain.name === 'practice' ? texts.practice(round) : texts.beacon(round)
}
