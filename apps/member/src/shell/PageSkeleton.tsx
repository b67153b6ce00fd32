import { Bar, Delayed, Screen, ScreenBody, SkeletonRows } from '@fairlot/ui'
import { useRoute } from './route.ts'
import { shellTexts } from './texts/index.ts'

/** Shown while a screen's chunk loads: the frame at once, a placeholder of its content after 300 ms. */
export const PageSkeleton = () => {
  const route = useRoute()
  const texts = shellTexts.use()
  return (
    <Screen>
      <Bar title={texts.titles[route.title]} root={route.tab !== undefined} />
      <ScreenBody>
        <Delayed>
          <SkeletonRows label={texts.loading} count={5} />
        </Delayed>
      </ScreenBody>
    </Screen>
  )
}
