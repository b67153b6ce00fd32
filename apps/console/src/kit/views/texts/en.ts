import type { SavedViewsTexts } from './tw.ts'

export const texts: SavedViewsTexts = {
  save: 'Save view',
  name: 'View name',
  title: 'Save these filters',
  text: 'Only you see it.',
  keep: 'Save',
  cancel: 'Cancel',
  remove: (name: string) => `Remove the view ${name}`,
  saved: 'View saved.',
  removed: 'View removed.',
}
