import type { Page } from '@playwright/test'

/**
 * Silences the page's live feed: an ended session would otherwise be reported at once, before the test can show what
 * the next request does. Call it before the page is opened.
 */
export const muteFeed = (page: Page): Promise<void> => page.routeWebSocket(/\/live$/, () => undefined)
