// Imported before any schema on a page. Otherwise zod tries `new Function`, which our content policy reports.

import * as z from 'zod/mini'

z.config({ jitless: true })
