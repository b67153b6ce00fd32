import { SkeletonRows } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'

export const PageWait = () => <SkeletonRows label={shellTexts.use().loading} count={5} />
