import type { FeaturePages } from '../../feature-pages.ts'
import { identityTexts } from './texts/index.ts'

export const identityPages: FeaturePages = {
  routes: [
    {
      path: '/user/bandCard',
      title: 'identity',
      access: 'member',
      texts: [identityTexts],
      load: () => import('./IdentityScreen.tsx').then((file) => file.IdentityScreen),
    },
  ],
}
