// Every draw, newest first, or one of them. Public: a draw can be checked without an account.

import { Card, Empty, Row, StatusChip } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { Answered } from '#shell/Answered.tsx'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { chipToneOf } from './chip-tone.ts'
import { DrawView } from './index.ts'
import { OpeningDraws } from './OpeningDraws.tsx'
import { drawsTexts } from './texts/index.ts'

export const DrawsView = () => {
  const drawId = useSearch().get('id')
  return (
    <RouteScreen>
      {drawId === null ? <Draws /> : <DrawView drawId={drawId} />}
      <HelpRow page="check-draw" />
    </RouteScreen>
  )
}

const Draws = () => {
  const texts = drawsTexts.use()
  const { nothing } = shellTexts.use()
  const language = useLanguage()
  const read = usePaged('/draws/list', {})
  return (
    <>
      <Answered read={read}>
        {(pages) => {
          const draws = pages.flatMap((page) => page.draws)
          if (draws.length === 0) return <Empty nothing={nothing} text={texts.none} icon="ticket" />
          return (
            <Card rows>
              {draws.map(({ drawId, title, tickets, places, state, kind }) => (
                <Row
                  key={drawId}
                  title={title[language]}
                  caption={`${texts.kinds[kind]} · ${texts.counted(tickets, places)}`}
                  value={<StatusChip tone={chipToneOf(state)}>{texts.states[state]}</StatusChip>}
                  href={`/user/aboutUs?view=draws&id=${drawId}`}
                />
              ))}
            </Card>
          )
        }}
      </Answered>
      <MoreButton read={read} kind="text">
        {texts.more}
      </MoreButton>
      <OpeningDraws />
    </>
  )
}
