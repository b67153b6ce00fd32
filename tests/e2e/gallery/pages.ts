// The page of the kit's tests. Only a build with VITE_GALLERY=1 contains it.

import type { AppRoute } from '../../../apps/member/src/shell/route.ts'

export const testPages: readonly AppRoute[] = [
  {
    path: '/gallery',
    title: 'unknown',
    access: 'anyone',
    texts: [],
    load: () => import('./Gallery.tsx').then((file) => file.Gallery),
  },
]
