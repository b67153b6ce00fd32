import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { DrawView } from './index.ts'

/** One draw of the public list. */
export const DrawScreen = () => (
  <RouteScreen>
    <DrawView drawId={useSearch().get('id') ?? ''} />
  </RouteScreen>
)
