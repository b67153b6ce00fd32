import { Note } from '@fairlot/ui'
import { shellTexts } from './texts/index.ts'

export const OfflineNote = () => (
  <Note tone="warn" role="status">
    {shellTexts.use().offline}
  </Note>
)
