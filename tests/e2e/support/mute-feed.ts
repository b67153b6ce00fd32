import type { Page } from '@playwright/test'

/**
 * The page hears nothing over the live feed: an ended session would otherwise be told at once, before the test can show
 * what the next call does. Before the page is opened.
 */
export const muteFeed = (page: Page): Promise<void> => page.routeWebSocket(/\/live$/, () => undefined)
