import { useRead } from '#shell/data.ts'
import { Answered } from '#shell/Answered.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { DrawView } from '#features/draws'

/** The draw of an offer: the commitment before it, the verification after it. */
export const DrawPage = () => {
  const offerId = useSearch().get('id') ?? ''
  const read = useRead('/new-shares/offer', { offerId })
  return (
    <RouteScreen>
      <Answered read={read}>
        {({ offer, applications }) => {
          const own = applications.find(({ state }) => state !== 'cancelled')
          return offer.drawId === null ? null : (
            <DrawView drawId={offer.drawId} {...(own === undefined ? {} : { ticketId: own.ticketId })} />
          )
        }}
      </Answered>
    </RouteScreen>
  )
}
