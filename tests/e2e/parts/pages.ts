// The page of the kit's tests. Only a build with VITE_PARTS=1 contains it.

import type { AppRoute } from '../../../apps/member/src/shell/route.ts'

export const testPages: readonly AppRoute[] = [
  {
    path: '/parts',
    title: 'unknown',
    access: 'anyone',
    texts: [],
    load: () => import('./Parts.tsx').then((file) => file.Parts),
  },
]
