import type { SavedViewsTexts } from './tw.ts'

export const texts: SavedViewsTexts = {
  save: 'Save view',
  name: 'View name',
  title: 'Save these filters',
  text: 'Only you can see this view.',
  keep: 'Save',
  cancel: 'Cancel',
  remove: (name: string) => `Remove view “${name}”`,
  saved: 'View saved.',
  removed: 'View removed.',
}
