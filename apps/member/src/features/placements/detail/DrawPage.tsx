import { DrawView } from '#features/draws'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'

/** The draw of a placement: the commitment before it, the verification after it. */
export const DrawPage = () => {
  const placementId = useSearch().get('id') ?? ''
  const read = useRead('/placements/offer', { placementId })
  return (
    <RouteScreen>
      <Answered read={read}>
        {({ placement: { drawId, mine } }) => (
          <DrawView drawId={drawId} {...(mine === null ? {} : { ticketId: mine.ticketId })} />
        )}
      </Answered>
    </RouteScreen>
  )
}
